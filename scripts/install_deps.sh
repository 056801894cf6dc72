#!/usr/bin/env bash
# Installs Debian 12's packages for a group of Kiln's parts. Leaves installed packages alone.
#   scripts/install_deps.sh <group>...
#     driver    build the driver, its tools and the examples, and run them on all of its devices
#     tests     build and run the tests; includes driver
#     clients   packaged OpenCL programs, run by the tests; includes tests
#     bench     the peers of test/bench; includes driver
# Without an argument: tests and clients.
set -euo pipefail

driver=(
  ca-certificates git cmake ninja-build ccache pkg-config python3
  clang-22 lld-22 llvm-22-dev libclang-22-dev liblld-22-dev
  libpolly-22-dev zlib1g-dev libzstd-dev libxml2-dev
  opencl-headers opencl-clhpp-headers ocl-icd-libopencl1 ocl-icd-opencl-dev
  libxxhash-dev spirv-headers spirv-tools nlohmann-json3-dev libpng-dev
  clinfo qemu-user
)
tests=(
  llvm-22-tools libclang-rt-22-dev clang-format-22 clang-tidy-22 clang-15 llvm-spirv-15
  libgtest-dev libgmock-dev libmpfr-dev gdb linux-perf groff-base
  glslang-tools libvulkan-dev python3-numpy python3-pyopencl python3-mako
)
clients=(
  clpeak darktable ffmpeg gegl hashcat hcxkeys libboost-dev libclblast-dev libclfft-dev
  libviennacl-dev openmpi-bin python3-dtcwt python3-mpi4py python3-opencv
)
bench=(libbenchmark-dev pocl-opencl-icd libomp-22-dev python3-matplotlib python3-numpy libsleef-dev)

wanted=()
for group in "${@:-clients}"; do
  case "$group" in
    driver) wanted+=("${driver[@]}") ;;
    tests) wanted+=("${driver[@]}" "${tests[@]}") ;;
    clients) wanted+=("${driver[@]}" "${tests[@]}" "${clients[@]}") ;;
    bench) wanted+=("${driver[@]}" "${bench[@]}") ;;
    *)
      echo "install_deps: there is no group '$group': driver, tests, clients, bench" >&2
      exit 2
      ;;
  esac
done

mapfile -t missing < <(
  for package in "${wanted[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
      echo "$package"
  done | sort -u
)
if ((${#missing[@]} == 0)); then
  echo "install_deps: all packages are installed"
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
