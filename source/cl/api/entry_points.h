// All entry points, declared by the Khronos headers; api/ defines them, icd/ lists them.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
