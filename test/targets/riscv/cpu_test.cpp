#include "cpu.h"

#include "fixture.h"
#include "mux/target_support/target_properties.h"

namespace riscv::test {
namespace {

std::string propertiesOf(std::string_view text) {
  const auto cpu = parseCpu(text);
  return cpu ? targetProperties(*cpu) : "no: " + cpu.error().message;
}

TEST(RiscvCpu, PropertiesAreWhatTheTextSays) {
  EXPECT_EQ(propertiesOf("rv64"),
            "cpu=generic-rv64;features=+m,+a,+f,+d,+c,+zba,+zbb,+zbc,+zbs;abi=lp64d");
  EXPECT_EQ(propertiesOf("rv64,v=true,vlen=256,elen=64,vext_spec=v1.0,zba=off"),
            "cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zbb,+zbc,+zbs,+zvl256b;abi=lp64d;"
            "avoid=vfcvt-rtz");
  EXPECT_THAT(propertiesOf("rv64,v=on"), testing::HasSubstr("+zvl128b"));
  EXPECT_THAT(propertiesOf("rv64,v=on,vlen=1024"), testing::HasSubstr("+zvl1024b"));
  EXPECT_TRUE(mux::parseTargetProperties(propertiesOf("rv64,v=true")));
}

TEST(RiscvCpu, OtherTextsAreErrors) {
  for (const char *text :
       {"", ",", "rv32", "any", "rv64,", "rv64,v", "rv64,=1", "rv64,v=maybe", "rv64,m=false",
        "rv64,d=false", "rv64,v=true,vlen=64", "rv64,v=true,vlen=2048", "rv64,v=true,vlen=192",
        "rv64,v=true,vlen=", "rv64,v=true,vlen=256x", "rv64,v=true,vlen=99999999999999999999",
        "rv64,v=true,elen=32"}) {
    EXPECT_THAT(propertiesOf(text), testing::StartsWith("no: ")) << text;
  }
}

/// The emulator has the extensions reported to LLVM: an instruction of each default extension runs
/// (the agent would not start otherwise with them off).
TEST(RiscvCpu, ADeviceWithoutVectorsWorks) {
  Options options = baseOptions();
  options.cpu = "rv64,c=true,zba=false,zbb=false";
  OpenDevice device(options);
  EXPECT_EQ(device.info().vector_width_bits, 0u);
  EXPECT_EQ(device.run(empty, {}), hal_success);
}

}  // namespace
}  // namespace riscv::test
