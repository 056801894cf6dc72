// Offsets in a window
// -------------------
//
// Each SIMD group computes the address of lane 0's element as a scalar. The distances of the other
// lanes from it are the same in all SIMD groups. The window begins at the least of all elements
// (`least_`). So everything but lane 0's address is computed once in front of a loop over SIMD
// groups.
//
//      a[i ^ 2], 8 lanes:   spread.elements  = 0 1 -2 -1 4 5 2 3     from lane 0's element;
//      extremes -2 and 5;   least_ = -2;     numbers() = 2 3 0 1 6 7 4 5;
//      bits = 1 << (elements + 2);           touched() = 0b11111111
//
// A kernel with barriers runs many such loops, and short ones, so the code in front of them is kept
// small. Distances are 32-bit numbers. Members whose addresses differ by uniform values share all
// vector code (Spread), and only scalars are left for each of them (Place).

#include "vecz/memory/window_offsets.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "vecz/lanes/lane_access.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// Greater distances are not near. Sums of smaller ones fit into 32 bits.
constexpr int64_t smallElements = int64_t{1} << 26;

}  // namespace

// The first member is the reference of all distances.
WindowOffsets::WindowOffsets(const WindowGroup &group, LaneValues &values, LanePatterns &patterns)
    : group_(group),
      values_(values),
      patterns_(patterns),
      builder_(values.builder()),
      width_(values.width()) {
  const Value *root = group.members.front().address.root;
  root_ = values.scalar(root);
  const DataLayout &layout = values.function().getDataLayout();
  index_ = builder_.getIntNTy(layout.getIndexTypeSizeInBits(root->getType()));
  for (const WindowGroup::Member &member : group.members) {
    places_.push_back(placeOf(member.address));
  }
  for (size_t member = 0; member < places_.size(); member++) {
    findApart(member);
  }
  for (const Place &place : places_) {
    Value *least = builder_.CreateAdd(place.apart, spreads_[place.spread].extremes.least);
    least_ = least_ ? builder_.CreateBinaryIntrinsic(Intrinsic::smin, least_, least) : least;
  }
}

Value *WindowOffsets::splat(Value *scalar) {
  return builder_.CreateVectorSplat(width_, scalar);
}

// The location of a member. Constant zero distances (uniform terms) are no terms of the spread.
WindowOffsets::Place WindowOffsets::placeOf(const LinearAddress &address) {
  Value *first = ConstantInt::getSigned(index_, address.offset);
  Place place{first, first, 0};
  SmallVector<Spread::Term, 2> terms;
  for (const LinearAddress::Term &term : address.terms) {
    Pattern wide = patterns_.extended(term.value, term.extension, index_->getBitWidth());
    Value *scale = ConstantInt::getSigned(index_, term.scale);
    place.first = builder_.CreateAdd(place.first, builder_.CreateMul(wide.first, scale));
    place.start = builder_.CreateAdd(place.start, builder_.CreateMul(wide.start, scale));
    Value *apart = patterns_.of(term.value).apart;
    if (!isa<Constant>(apart) || !cast<Constant>(apart)->isNullValue()) {
      terms.push_back({apart, term.scale / group_.size});
    }
  }
  place.spread = spreadOf(terms);
  return place;
}

// The spread with these terms, new or known.
size_t WindowOffsets::spreadOf(ArrayRef<Spread::Term> terms) {
  auto found =
      find_if(spreads_, [&](const Spread &spread) { return terms == ArrayRef(spread.terms); });
  if (found != spreads_.end()) {
    return static_cast<size_t>(found - spreads_.begin());
  }
  spreads_.push_back({SmallVector<Spread::Term, 2>(terms), nullptr, {}});
  measure(spreads_.back());
  return spreads_.size() - 1;
}

// Sums up the terms. Each term has to be small, as a condition of the patterns, unless its type
// guarantees it.
void WindowOffsets::measure(Spread &spread) {
  Type *number = builder_.getInt32Ty();
  spread.elements = Constant::getNullValue(values_.widen(number));
  spread.extremes = {builder_.getInt32(0), builder_.getInt32(0)};
  for (auto [apart, unit] : spread.terms) {
    Extremes extremes = patterns_.extremesOf(apart);
    auto bits = apart->getType()->getScalarSizeInBits();
    auto limit = smallElements / (std::abs(unit) * static_cast<int64_t>(spread.terms.size()));
    if (isIntN(bits, limit)) {
      Type *type = apart->getType()->getScalarType();
      patterns_.require(
          builder_.CreateICmpSGE(extremes.least, ConstantInt::getSigned(type, -limit)));
      patterns_.require(
          builder_.CreateICmpSLE(extremes.greatest, ConstantInt::getSigned(type, limit)));
    }
    auto inElements = [&](Value *value, Type *type) {
      Value *cast = builder_.CreateIntCast(value, type, /*isSigned=*/true);
      return builder_.CreateMul(cast, ConstantInt::getSigned(type, unit));
    };
    spread.elements = builder_.CreateAdd(spread.elements, inElements(apart, values_.widen(number)));
    spread.extremes = {inElements(unit > 0 ? extremes.least : extremes.greatest, number),
                       inElements(unit > 0 ? extremes.greatest : extremes.least, number)};
  }
  if (spread.terms.size() > 1) {
    spread.extremes = patterns_.extremesOf(spread.elements);
  }
}

// The distance of a member from the first one. It has to be the same in all SIMD groups, or the
// window could not be computed in front of their loop. If the addresses do not differ by a
// constant, this is a condition, and the distance has to be small.
void WindowOffsets::findApart(size_t member) {
  const LinearAddress &reference = group_.members.front().address;
  const LinearAddress &address = group_.members[member].address;
  Place &place = places_[member];
  if (address.differsByConstant(reference)) {
    int64_t elements = (address.offset - reference.offset) / group_.size;
    place.apart = ConstantInt::getSigned(builder_.getInt32Ty(),
                                         std::clamp(elements, -smallElements, smallElements));
    return;
  }
  Value *bytes = builder_.CreateSub(place.start, places_.front().start);
  Value *here = builder_.CreateSub(place.first, places_.front().first);
  conditions_.push_back(builder_.CreateICmpEQ(here, bytes));
  Value *elements =
      builder_.CreateAShr(bytes, Log2_64(static_cast<uint64_t>(group_.size)), "", true);
  Value *above = builder_.CreateAdd(elements, ConstantInt::getSigned(index_, smallElements));
  conditions_.push_back(
      builder_.CreateICmpULT(above, ConstantInt::getSigned(index_, 2 * smallElements)));
  place.apart = builder_.CreateTrunc(elements, builder_.getInt32Ty());
}

Value *WindowOffsets::address(size_t member) {
  return builder_.CreatePtrAdd(root_, places_[member].first);
}

// Frozen: the values of inactive lanes may be poison.
Value *WindowOffsets::isStepped(size_t member, int64_t step) {
  Value *unit = builder_.getInt32(static_cast<uint32_t>(step / group_.size));
  Value *steps = builder_.CreateMul(laneNumbers(builder_.getInt32Ty(), width_), splat(unit));
  const Spread &spread = spreads_[places_[member].spread];
  return builder_.CreateFreeze(
      builder_.CreateAndReduce(builder_.CreateICmpEQ(spread.elements, steps)));
}

// The last element is less than count() elements behind the first.
Value *WindowOffsets::isWithin() {
  Value *greatest = nullptr;
  for (const Place &place : places_) {
    Value *last = builder_.CreateAdd(place.apart, spreads_[place.spread].extremes.greatest);
    greatest = greatest ? builder_.CreateBinaryIntrinsic(Intrinsic::smax, greatest, last) : last;
  }
  Value *fits =
      builder_.CreateICmpULT(builder_.CreateSub(greatest, least_), builder_.getInt32(count()));
  for (Value *condition : conditions_) {
    fits = builder_.CreateAnd(fits, condition);
  }
  return builder_.CreateFreeze(fits);
}

// All elements are different if there are as many bits as lanes of all members.
Value *WindowOffsets::isWithinApart() {
  Value *fits = isWithin();
  Value *elements = builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, touched(nullptr));
  uint64_t lanes = places_.size() * width_;
  return builder_.CreateAnd(
      fits, builder_.CreateICmpEQ(elements, ConstantInt::get(elements->getType(), lanes)));
}

Value *WindowOffsets::windowAddress(unsigned vector) {
  Value *elements = builder_.CreateSExt(least_, index_);
  Value *bytes = builder_.CreateMul(elements, ConstantInt::getSigned(index_, group_.size));
  bytes = builder_.CreateAdd(places_.front().first, bytes);
  int64_t offset = group_.size * static_cast<int64_t>(vector * width_);
  return builder_.CreatePtrAdd(root_,
                               builder_.CreateAdd(bytes, ConstantInt::getSigned(index_, offset)));
}

Value *WindowOffsets::numbers(size_t member) {
  const Place &place = places_[member];
  return builder_.CreateAdd(spreads_[place.spread].elements,
                            splat(builder_.CreateSub(place.apart, least_)));
}

IntegerType *WindowOffsets::bitsType() {
  return builder_.getIntNTy(std::max(count(), 32U));
}

// The bits are arbitrary, but not poison, if not all elements are in the window.
Value *WindowOffsets::bitsOf(Spread &spread) {
  if (!spread.bits) {
    Type *type = values_.widen(bitsType());
    Value *number = builder_.CreateSub(spread.elements, splat(spread.extremes.least));
    number = builder_.CreateIntCast(number, type, false);
    number = builder_.CreateAnd(number, bitsType()->getBitWidth() - 1);
    spread.bits = builder_.CreateShl(ConstantInt::get(type, 1), number);
  }
  return spread.bits;
}

// Moves bits that begin at the least element of the member's spread to their place in the window.
Value *WindowOffsets::inWindow(Value *bits, size_t member) {
  const Place &place = places_[member];
  Value *begin = builder_.CreateAdd(spreads_[place.spread].extremes.least,
                                    builder_.CreateSub(place.apart, least_));
  begin = builder_.CreateAnd(builder_.CreateIntCast(begin, bitsType(), false),
                             bitsType()->getBitWidth() - 1);
  return builder_.CreateShl(bits, begin);
}

// Bitmaps without a mask do not depend on the SIMD group, and are kept.
Value *WindowOffsets::touched(size_t member, Value *mask) {
  Spread &spread = spreads_[places_[member].spread];
  Value *bits = bitsOf(spread);
  if (mask) {
    bits = builder_.CreateSelect(mask, bits, Constant::getNullValue(bits->getType()));
    return inWindow(builder_.CreateOrReduce(bits), member);
  }
  if (!spread.touched) {
    spread.touched = builder_.CreateOrReduce(bits);
  }
  return inWindow(spread.touched, member);
}

Value *WindowOffsets::touched(Value *mask) {
  Value *all = touched(0, mask);
  for (size_t member = 1; member < places_.size(); member++) {
    all = builder_.CreateOr(all, touched(member, mask));
  }
  return all;
}

// The bitmaps of a spread are computed once, and moved to the place of each member.
SmallVector<Value *> WindowOffsets::lanesByBits() {
  SmallVector<Value *> result;
  for (unsigned bit = 1; bit < width_; bit *= 2) {
    result.push_back(ConstantInt::get(bitsType(), 0));
  }
  for (size_t member = 0; member < places_.size(); member++) {
    Spread &spread = spreads_[places_[member].spread];
    Value *bits = bitsOf(spread);
    for (unsigned bit = 1; spread.lanesByBits.size() < result.size(); bit *= 2) {
      SmallVector<Constant *> isSet;
      for (unsigned lane = 0; lane < width_; lane++) {
        isSet.push_back(builder_.getInt1(lane & bit));
      }
      spread.lanesByBits.push_back(builder_.CreateOrReduce(builder_.CreateSelect(
          ConstantVector::get(isSet), bits, Constant::getNullValue(bits->getType()))));
    }
    for (auto [all, own] : zip(result, spread.lanesByBits)) {
      all = builder_.CreateOr(all, inWindow(own, member));
    }
  }
  return result;
}

Value *WindowOffsets::maskOf(Value *bits, unsigned vector) {
  Value *shifted = builder_.CreateLShr(bits, uint64_t{vector} * width_);
  Value *cut = builder_.CreateTrunc(shifted, builder_.getIntNTy(width_));
  return builder_.CreateBitCast(cut, FixedVectorType::get(builder_.getInt1Ty(), width_));
}

}  // namespace compiler::vecz
