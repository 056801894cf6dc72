// Translates image types, samplers, reads and writes (SPIR-V 1.5 §3.32.10) to OpenCL C's builtins.
//
// Images and samplers are values of LLVM target types, as Clang emits them for SPIR. Reading and
// writing call read_imagef and its like (OpenCL C 3.0 §6.15.15).
//
// OpSampledImage has no LLVM value: its image and sampler are looked up at each use, which SPIR-V
// requires in the same block (§2.16.1). A constant sampler becomes a call of
// __translate_sampler_initializer where it is used, as Clang writes it.
//
// SPIR-V integers have no sign, but read_imagei and read_imageui differ. A read without SignExtend
// or ZeroExtend uses read_imageui: the bits are equal. A write saturates to the range of the
// channel, so the sign matters. A generated function asks for the channel type at run time and
// calls write_imagei or write_imageui.
//
// Image operands Lod and Grad select mip levels (cl_khr_mipmap_image). OpenCL C's coordinates have
// 1, 2 or 4 components; wider SPIR-V coordinates are cut and three components are padded to four.
//
// For example:
//
//   %si = OpSampledImage %type %image %sampler          no IR
//   OpImageSampleExplicitLod %float4 %si %at Lod %zero
//       call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(…)
//
//   OpImageWrite %image %at %uint4pixel                 call void @spirv._Z11write_image…(…)
#include "images/images.h"

#include <array>

#include "llvm/IR/Constants.h"
#include "shader/interface_variables.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

constexpr unsigned buffer = 5;

/// Checks the operands of OpTypeImage against OpenCL's images (OpenCL SPIR-V environment
/// specification). Cubes, several samples and formats are for graphics.
void translateImageType(Translator &translator, const Instruction &instruction) {
  constexpr uint32_t largest = 2;  // ReadOnly, WriteOnly, ReadWrite
  const uint32_t dimension = instruction.operand(1);
  const uint32_t access = instruction.operands.size() > 7 ? instruction.operand(7) : 0;
  if (!translator.hasFeature("__opencl_c_images")) {
    return translator.fail("the device has no images");
  }
  if (!translator.type(instruction.operand(0))->isVoidTy() || instruction.operand(5) != 0) {
    return translator.fail("an image of kernels has the sampled type void and Sampled 0",
                           Error::Kind::invalid);
  }
  const bool isKnown = dimension <= 2 || dimension == buffer;
  const bool canBeDepth = dimension == 1 || instruction.operand(2) != 1;
  const bool canBeArray = dimension < 2 || instruction.operand(3) == 0;
  if (!isKnown || !canBeDepth || !canBeArray || instruction.operand(4) != 0 || access > largest) {
    return translator.fail("images of this kind are not supported");
  }
  const unsigned isDepth = instruction.operand(2) == 1;
  translator.types().set(
      instruction.id, llvm::TargetExtType::get(
                          translator.context(), "spirv.Image", {translator.builder().getVoidTy()},
                          {dimension, isDepth, instruction.operand(3) != 0, 0, 0, 0, access}));
}

/// A sampler is target("spirv.Sampler"), in OpenCL C sampler_t.
void translateSamplerType(Translator &translator, const Instruction &instruction) {
  if (!translator.hasFeature("__opencl_c_images")) {
    return translator.fail("the device has no samplers");
  }
  translator.types().set(instruction.id,
                         llvm::TargetExtType::get(translator.context(), "spirv.Sampler"));
}

/// The type of sampled images, for checks of operands only: no LLVM value has it.
void translateSampledImageType(Translator &translator, const Instruction &instruction) {
  translator.types().set(instruction.id,
                         llvm::TargetExtType::get(translator.context(), "spirv.SampledImage"));
}

/// Checks an OpConstantSampler. constantSampler() creates its value where it is used.
void translateSampler(Translator &translator, const Instruction &instruction) {
  constexpr uint32_t addressModes = 5, filters = 2;
  if (instruction.operand(0) >= addressModes || instruction.operand(2) >= filters) {
    translator.fail("there is no such address mode or filter", Error::Kind::invalid);
  }
}

/// Checks the operands at the definition, so an error has its position.
void translateSampledImage(Translator &translator, const Instruction &instruction) {
  readImage(translator, instruction.operand(0));
  llvm::Type *sampler = translator.type(translator.index().typeIdOf(instruction.operand(1)));
  if (translator.index().opOf(instruction.type) != spv::Op::OpTypeSampledImage ||
      !isOpaque(sampler, "spirv.Sampler")) {
    translator.fail("not an image and a sampler", Error::Kind::invalid);
  }
}

/// Both operands of an OpSampledImage.
/// Null members after an error in one of them.
struct SampledImage {
  Image image;
  Value *sampler = nullptr;
};

/// Looks up the image and the sampler of an OpSampledImage, or of a shader's loaded variable.
/// Empty, and an error, for any other id.
/// A phi or a function parameter of this type is an error, as SPIR-V forbids it (SPIR-V 1.6
/// §2.16.1).
std::optional<SampledImage> readSampledImage(Translator &translator, uint32_t id) {
  const Instruction *found = translator.index().find(id);
  if (found && found->op == spv::Op::OpSampledImage) {
    return SampledImage{readImage(translator, found->operand(0)),
                        translator.value(found->operand(1))};
  }
  if (found && found->op == spv::Op::OpLoad && translator.isShader()) {
    const Place place = placeOf(translator, found->operand(0));
    if (place.first && place.second && isOpaque(place.first->getType(), "spirv.Image")) {
      return SampledImage{{place.first}, place.second};
    }
  }
  translator.fail("a sampled image that is not made in the same function is not supported");
  return std::nullopt;
}

/// OpImage: the image of a sampled image.
void translateImage(Translator &translator, const Instruction &instruction) {
  if (const auto sampled = readSampledImage(translator, instruction.operand(0))) {
    translator.setValue(instruction, sampled->image.value);
  }
}

/// The decoded Image Operands (SPIR-V 1.6 §3.14), as far as kernels may have them.
/// A mask without Lod and Grad reads level 0.
struct Operands {
  enum { unknown, isSigned, isUnsigned } sign = unknown;
  bool isValid = true;
  Value *lod = nullptr;                ///< the mip level; null for level 0
  std::array<uint32_t, 2> steps = {};  ///< ids of the gradients; 0 without them
};

/// Decodes the mask at operand `first`. Bits of the Vulkan memory model are dropped: image memory
/// is coherent here. Offsets, samples and biases are errors.
Operands readOperands(Translator &translator, const Instruction &instruction, size_t first) {
  constexpr uint32_t coherence = 0xF00;  // MakeTexelAvailable to VolatileTexel
  constexpr uint32_t lod = 0x2, grad = 0x4, signExtend = 0x1000, zeroExtend = 0x2000,
                     nontemporal = 0x4000;
  Operands result;
  const uint32_t mask = instruction.operand(first);
  if (mask & ~(lod | grad | coherence | signExtend | zeroExtend | nontemporal)) {
    translator.fail("the image operands " + std::to_string(mask) + " are not supported");
    return {.isValid = false};
  }
  if ((mask & lod) && (mask & grad)) {
    translator.fail("a level of detail is given twice", Error::Kind::invalid);
    return {.isValid = false};
  }
  // Images without several levels are read at level 0 as well.
  if (mask & lod) {
    Value *level = translator.value(instruction.operand(first + 1));
    auto *constant = llvm::dyn_cast<llvm::Constant>(level);
    result.lod = constant && constant->isNullValue() ? nullptr : level;
  } else if (mask & grad) {
    result.steps = {instruction.operand(first + 1), instruction.operand(first + 2)};
  }
  result.sign = mask & signExtend   ? Operands::isSigned
                : mask & zeroExtend ? Operands::isUnsigned
                                    : Operands::unknown;
  return result;
}

/// Converts a coordinate to OpenCL C's width for the image: surplus components are cut, missing
/// ones are 0. `elements` is the number of meaningful components. Null after an error.
/// OpenCL C has no coordinates of three components, so a fourth is added, ignored by the builtin.
Value *readCoordinate(Translator &translator, unsigned elements, uint32_t id) {
  Value *given = translator.value(id);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(given->getType());
  const unsigned count = vector ? vector->getNumElements() : 1;
  llvm::Type *scalar = given->getType()->getScalarType();
  llvm::IRBuilder<> &builder = translator.builder();
  if (count < elements || (!scalar->isIntegerTy(32) && !scalar->isFloatTy())) {
    translator.fail("the coordinate does not fit the image", Error::Kind::invalid);
    return nullptr;
  }
  const unsigned width = elements == 3 ? 4 : elements;
  if (count == width) {
    return given;
  }
  if (width == 1) {
    return builder.CreateExtractElement(given, uint64_t{0});
  }
  Value *result = llvm::Constant::getNullValue(llvm::FixedVectorType::get(scalar, width));
  for (unsigned i = 0; i < std::min(count, width); ++i) {
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(given, i), i);
  }
  return result;
}

/// The suffix of read_image and write_image for a pixel's element type: "f", "h", "i" or "ui".
/// Empty, and an error, for any other type.
std::string suffixOf(Translator &translator, llvm::Type *scalar, bool isSigned) {
  if (scalar->isFloatTy() || scalar->isHalfTy()) {
    return scalar->isHalfTy() ? "h" : "f";
  }
  if (scalar->isIntegerTy(32)) {
    return isSigned ? "i" : "ui";
  }
  translator.fail("a pixel of this type is not supported", Error::Kind::invalid);
  return {};
}

/// Adds the arguments of read_image behind the coordinate: the mip level or the gradients. False
/// after an error.
/// A level is a float beside a sampler and an integer without one, as in the overloads of OpenCL C.
bool addLevel(Translator &translator, const Image &image, const Operands &operands,
              std::vector<Parameter> &parameters, llvm::SmallVectorImpl<Value *> &arguments) {
  llvm::SmallVector<Value *, 2> added;
  if (operands.lod) {
    added = {operands.lod};
  }
  for (uint32_t id : operands.steps) {
    if (Value *step = id ? readCoordinate(translator, image.axes(), id) : nullptr) {
      added.push_back(step);
    }
  }
  const bool isSampled = arguments.size() > 2;
  if (isSampled && !added.empty() && arguments.back()->getType()->isIntOrIntVectorTy()) {
    translator.fail("levels of detail at integer coordinates of a sampler are not supported");
    return false;
  }
  for (Value *value : added) {
    llvm::Type *type = value->getType(), *place = arguments.back()->getType();
    const bool isLevel = isSampled ? place->isFPOrFPVectorTy() && type->getScalarType()->isFloatTy()
                                   : place->isIntOrIntVectorTy() && type->isIntegerTy(32);
    if (image.isOverBuffer() || !isLevel || (operands.lod && type->isVectorTy())) {
      translator.fail("the level of detail does not fit the image or the coordinate",
                      Error::Kind::invalid);
      return false;
    }
    parameters.push_back({.type = type, .isSigned = true});
    arguments.push_back(value);
  }
  return !translator.failed();
}

/// Calls read_image and stores the pixel. Depth images have one element, which an instruction may
/// want as the first of four.
/// Sampled and plain reads differ in the sampler and in the type of the coordinate only.
void read(Translator &translator, const Instruction &instruction, const Image &image,
          Value *sampler, uint32_t coordinateId, const Operands &operands) {
  Value *coordinate = readCoordinate(translator, image.coordinates(), coordinateId);
  llvm::Type *type = translator.type(instruction.type);
  const std::string suffix =
      suffixOf(translator, type->getScalarType(), operands.sign == Operands::isSigned);
  if (translator.failed()) {
    return;
  }
  llvm::Type *result =
      image.isDepth()
          ? type->getScalarType()
          : static_cast<llvm::Type *>(llvm::FixedVectorType::get(type->getScalarType(), 4));
  std::vector<Parameter> parameters = {{.type = image.value->getType()}};
  llvm::SmallVector<Value *> arguments = {image.value};
  if (sampler) {
    parameters.push_back({.type = sampler->getType()});
    arguments.push_back(sampler);
  }
  parameters.push_back({.type = coordinate->getType(), .isSigned = true});
  arguments.push_back(coordinate);
  if (!addLevel(translator, image, operands, parameters, arguments)) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *pixel =
      callBuiltin(translator, mangle("read_image" + suffix, parameters), result, arguments);
  if (pixel && image.isDepth() && type->isVectorTy()) {
    pixel = builder.CreateInsertElement(llvm::Constant::getNullValue(type), pixel, uint64_t{0});
  } else if (pixel && !image.isDepth() && !type->isVectorTy()) {
    pixel = builder.CreateExtractElement(pixel, uint64_t{0});
  }
  translator.setValue(instruction, pixel);
}

/// Operands: the sampled image, the coordinate, image operands.
void translateSample(Translator &translator, const Instruction &instruction) {
  const auto sampled = readSampledImage(translator, instruction.operand(0));
  const Operands operands = readOperands(translator, instruction, 2);
  if (sampled && operands.isValid && sampled->image.value &&
      isOpaque(sampled->sampler->getType(), "spirv.Sampler")) {
    read(translator, instruction, sampled->image, sampled->sampler, instruction.operand(1),
         operands);
  }
}

/// The arguments of write_image besides the pixel: an integer coordinate, and the mip level or
/// null.
struct Target {
  Value *image, *coordinate, *level;
};

/// Calls write_imagei or a relative in the function where the builder is.
/// The mip level stands between coordinate and pixel (cl_khr_mipmap_image_writes).
void callWrite(Translator &translator, const Target &target, Value *pixel,
               const std::string &suffix) {
  std::vector<Parameter> parameters = {{.type = target.image->getType()},
                                       {.type = target.coordinate->getType(), .isSigned = true}};
  llvm::SmallVector<Value *> arguments = {target.image, target.coordinate};
  if (target.level) {
    parameters.push_back({.type = target.level->getType(), .isSigned = true});
    arguments.push_back(target.level);
  }
  parameters.push_back({.type = pixel->getType(), .isSigned = suffix == "i"});
  arguments.push_back(pixel);
  callBuiltin(translator, mangle("write_image" + suffix, parameters),
              translator.builder().getVoidTy(), arguments);
}

/// Creates a function that calls write_imagei or write_imageui, depending on the channel type of
/// the image at run time.
/// One function serves all writes to images of a type. Inlining folds the branch where the channel
/// type is known.
llvm::Function *makeWriter(Translator &translator, const Target &target, Value *pixel) {
  constexpr uint32_t firstSigned = 0x10D7;  // CL_SIGNED_INT8, _INT16, _INT32
  constexpr uint32_t count = 3;
  const std::string name = std::string(target.level ? "spirv.level." : "spirv.") +
                           mangle("write_image", {{.type = target.image->getType()}});
  if (auto *known = translator.module().getFunction(name)) {
    return known;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::IRBuilderBase::InsertPointGuard guard(builder);
  llvm::SmallVector<llvm::Type *> types = {target.image->getType(), target.coordinate->getType(),
                                           pixel->getType()};
  if (target.level) {
    types.push_back(target.level->getType());
  }
  auto *writer =
      llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), types, false),
                             llvm::GlobalValue::InternalLinkage, name, translator.module());
  writer->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  writer->setDoesNotThrow();
  const auto block = [&](const char *label) {
    return llvm::BasicBlock::Create(translator.context(), label, writer);
  };
  llvm::BasicBlock *entry = block("entry"), *asSigned = block("signed"),
                   *asUnsigned = block("unsigned");
  builder.SetInsertPoint(entry);
  Value *channels = callImageQuery(translator, "get_image_channel_data_type", writer->getArg(0),
                                   builder.getInt32Ty());
  if (!channels) {
    return nullptr;
  }
  builder.CreateCondBr(
      builder.CreateICmpULT(builder.CreateSub(channels, builder.getInt32(firstSigned)),
                            builder.getInt32(count)),
      asSigned, asUnsigned);
  const Target inside = {writer->getArg(0), writer->getArg(1),
                         target.level ? writer->getArg(3) : nullptr};
  for (llvm::BasicBlock *each : {asSigned, asUnsigned}) {
    builder.SetInsertPoint(each);
    callWrite(translator, inside, writer->getArg(2), each == asSigned ? "i" : "ui");
    builder.CreateRetVoid();
  }
  return writer;
}

/// Pads a shader's pixel to four elements. Shaders give as many elements as the format has.
/// Components behind the fourth do not exist in any format.
Value *fillPixel(llvm::IRBuilder<> &builder, Value *pixel) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(pixel->getType());
  const unsigned count = vector ? vector->getNumElements() : 1;
  Value *filled = llvm::Constant::getNullValue(
      llvm::FixedVectorType::get(pixel->getType()->getScalarType(), 4));
  for (unsigned i = 0; i < std::min(count, 4U); ++i) {
    filled = builder.CreateInsertElement(
        filled, vector ? builder.CreateExtractElement(pixel, i) : pixel, i);
  }
  return filled;
}

/// Reads a pixel to write: one element for depth images, four for all others.
Value *readPixel(Translator &translator, const Image &image, uint32_t id) {
  Value *pixel = translator.value(id);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(pixel->getType());
  if (image.isDepth()) {
    return vector ? translator.builder().CreateExtractElement(pixel, uint64_t{0}) : pixel;
  }
  if (vector && vector->getNumElements() == 4) {
    return pixel;
  }
  if (translator.isShader()) {
    return fillPixel(translator.builder(), pixel);
  }
  translator.fail("the pixel has not four elements", Error::Kind::invalid);
  return nullptr;
}

/// Operands: image, coordinate, pixel, image operands. Floats and halves have one overload;
/// integers without a sign go through the generated writer.
void translateWrite(Translator &translator, const Instruction &instruction) {
  const Image image = readImage(translator, instruction.operand(0));
  const Operands operands = readOperands(translator, instruction, 3);
  if (!image.value || !operands.isValid) {
    return;
  }
  Value *coordinate = readCoordinate(translator, image.coordinates(), instruction.operand(1));
  Value *pixel = readPixel(translator, image, instruction.operand(2));
  if (!coordinate || !pixel) {
    return;
  }
  if (!coordinate->getType()->isIntOrIntVectorTy()) {
    return translator.fail("pixels are written at integer coordinates", Error::Kind::invalid);
  }
  if (operands.steps[0] ||
      (operands.lod && (image.isOverBuffer() || !operands.lod->getType()->isIntegerTy(32)))) {
    return translator.fail("the level of detail of a pixel to write is an integer",
                           Error::Kind::invalid);
  }
  const Target target = {image.value, coordinate, operands.lod};
  const std::string suffix =
      suffixOf(translator, pixel->getType()->getScalarType(), operands.sign == Operands::isSigned);
  if (suffix == "ui" && operands.sign == Operands::unknown) {
    if (llvm::Function *writer = makeWriter(translator, target, pixel)) {
      llvm::SmallVector<Value *> arguments = {image.value, coordinate, pixel};
      if (target.level) {
        arguments.push_back(target.level);
      }
      translator.builder().CreateCall(writer, arguments)->setCallingConv(writer->getCallingConv());
    }
  } else if (!suffix.empty()) {
    callWrite(translator, target, pixel, suffix);
  }
}

/// Queries are in image_queries.cpp, types of shaders in shader_images.cpp.
constexpr HandlerRow rows[] = {
    {spv::Op::OpTypeImage, translateImageType},
    {spv::Op::OpTypeSampler, translateSamplerType},
    {spv::Op::OpTypeSampledImage, translateSampledImageType},
    {spv::Op::OpConstantSampler, translateSampler},
    {spv::Op::OpSampledImage, translateSampledImage},
    {spv::Op::OpImage, translateImage},
    {spv::Op::OpImageSampleExplicitLod, translateSample},
    {spv::Op::OpImageRead, translateImageRead},
    {spv::Op::OpImageWrite, translateWrite},
};

}  // namespace

bool isOpaque(llvm::Type *type, llvm::StringRef name) {
  auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == name;
}

/// Operands: image, coordinate, image operands. Shaders share it for OpImageFetch.
void translateImageRead(Translator &translator, const Instruction &instruction) {
  const Image image = readImage(translator, instruction.operand(0));
  const Operands operands = readOperands(translator, instruction, 2);
  if (image.value && operands.isValid) {
    read(translator, instruction, image, nullptr, instruction.operand(1), operands);
  }
}

/// The type tells, not the opcode: images come from arguments, loads and OpImage.
Image readImage(Translator &translator, uint32_t id) {
  Value *value = translator.value(id);
  if (isOpaque(value->getType(), "spirv.Image")) {
    return {value};
  }
  translator.fail("an operand is not an image", Error::Kind::invalid);
  return {};
}

/// The word has the address mode, the flag of normalised coordinates in bit 0, and the filter.
llvm::Value *constantSampler(Translator &translator, const Instruction &instruction) {
  // Clang's numbers of address modes and filters, indexed by SPIR-V's (§3.9, §3.10).
  constexpr uint32_t addressModes[] = {0, 2, 4, 6, 8};
  constexpr uint32_t filters[] = {0x10, 0x20};
  const uint32_t mode = instruction.operand(0), filter = instruction.operand(2);
  if (mode >= std::size(addressModes) || filter >= std::size(filters)) {
    return nullptr;
  }
  const uint32_t word = addressModes[mode] | (instruction.operand(1) & 1) | filters[filter];
  return callBuiltin(translator, "__translate_sampler_initializer",
                     translator.type(instruction.type), {translator.builder().getInt32(word)});
}

HandlerTable imageHandlers() {
  return rows;
}

}  // namespace spirv_ll
