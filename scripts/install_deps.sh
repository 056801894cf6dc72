#!/usr/bin/env bash
# Installs everything that building and testing Kiln needs on Debian 12.
# Idempotent: packages that are there already are left alone.
#   scripts/install_deps.sh            build, tests and clients
#   scripts/install_deps.sh --bench    the peers that test/bench compares with, too
set -euo pipefail

build=(
  ca-certificates git cmake ninja-build ccache pkg-config python3
  clang-22 lld-22 llvm-22-dev libclang-22-dev liblld-22-dev llvm-22-tools
  libpolly-22-dev libclang-rt-22-dev clang-format-22 clang-tidy-22
  zlib1g-dev libzstd-dev libxml2-dev
  opencl-headers opencl-clhpp-headers ocl-icd-libopencl1 ocl-icd-opencl-dev
  libxxhash-dev spirv-headers spirv-tools nlohmann-json3-dev libcli11-dev libpng-dev
)
tests=(
  libgtest-dev libgmock-dev libmpfr-dev gdb linux-perf qemu-user groff-base
  clang-15 llvm-spirv-15 glslang-tools libvulkan-dev
  clinfo clpeak python3-numpy python3-pyopencl python3-mako
  darktable ffmpeg gegl hashcat hcxkeys libboost-dev libclblast-dev libclfft-dev libviennacl-dev
  groff-base openmpi-bin python3-dtcwt python3-mpi4py python3-opencv
)
bench=(libbenchmark-dev pocl-opencl-icd libomp-22-dev python3-matplotlib libsleef-dev)

wanted=("${build[@]}" "${tests[@]}")
if [[ "${1:-}" == "--bench" ]]; then
  wanted+=("${bench[@]}")
fi

missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
    missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  echo "install_deps: all ${#wanted[@]} packages are installed"
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
