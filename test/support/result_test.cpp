// Results: values, failures, and the ways from one to the other.

#include "support/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace support {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) {
    return Failure{std::to_string(number) + " is odd"};
  }
  return number / 2;
}

/// Passes a failure on to a result of another type.
Result<std::string> describeHalf(int number) {
  const auto halved = half(number);
  if (!halved) {
    return halved.error();
  }
  return "the half is " + std::to_string(*halved);
}

Status checkEven(int number) {
  const auto halved = half(number);
  return halved ? Status() : halved.error();
}

TEST(Result, HasAValueOrAFailure) {
  const auto even = half(4), odd = half(5);
  ASSERT_TRUE(even);
  EXPECT_EQ(*even, 2);
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error().message, "5 is odd");
}

TEST(Result, PassesFailuresToOtherTypes) {
  EXPECT_EQ(*describeHalf(6), "the half is 3");
  EXPECT_EQ(describeHalf(7).error().message, "7 is odd");
}

TEST(Result, WithoutAValueIsASuccessByDefault) {
  EXPECT_TRUE(Status());
  EXPECT_TRUE(checkEven(2));
  ASSERT_FALSE(checkEven(3));
  EXPECT_EQ(checkEven(3).error().message, "3 is odd");
}

TEST(Result, KeepsATextApartFromAMessage) {
  const Result<std::string> text = "a text";
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "a text");
  EXPECT_EQ(text->size(), 6u);
  EXPECT_FALSE(Result<std::string>(Failure{"a message"}));
}

TEST(Result, MovesAValue) {
  Result<std::unique_ptr<int>> owner = std::make_unique<int>(3);
  const std::unique_ptr<int> moved = std::move(*owner);
  EXPECT_EQ(*moved, 3);
  EXPECT_TRUE(owner) << "a value that was moved out still counts as one";
}

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};

TEST(Result, ConvertsValues) {
  const auto make = []() -> Result<std::unique_ptr<Base>> { return std::make_unique<Derived>(); };
  const auto makeNone = []() -> Result<std::unique_ptr<Base>> { return nullptr; };
  EXPECT_TRUE(*make());
  ASSERT_TRUE(makeNone()) << "null is a value";
  EXPECT_FALSE(*makeNone());
}

/// A value without a default.
struct Named {
  explicit Named(std::string text) : name(std::move(text)) {}
  std::string name;
};

TEST(Result, NeedsNoDefaultValue) {
  Result<Named> result = Failure{"no name"};
  EXPECT_FALSE(result);
  result = Named("a");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->name, "a");
  EXPECT_TRUE(result.error().message.empty());
}

/// A failure with a code, as the compiler has one.
struct Coded {
  int code = 0;
  std::string message;
};

TEST(Result, MayHaveAFailureOfAnotherType) {
  const Result<std::vector<int>, Coded> failed = Coded{7, "no numbers"};
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, 7);
  const Result<void, Coded> refused = failed.error();
  EXPECT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "no numbers");
}

}  // namespace
}  // namespace support
