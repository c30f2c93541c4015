#pragma once

#include <string>

#include "holdfast/core/matrix.hpp"
#include "paper/decisions.hpp"

namespace holdfast::paper {

/// Images, one a row with pixels in [0,1], and their digits.
struct Images {
  Matrix pixels;
  std::vector<int> digits;
};

/// A training set and a test set of digits.
struct ImageSplit {
  Images train;
  Images test;
};

/// Gives pixels of [0,1] other values. What standardizes is learned from the training images alone.
void rescale(ImageSplit& images, Pixels pixels);

/// The MNIST images of a folder. Immutable; shared by all trials.
class Mnist {
 public:
  /// Reads {train,t10k}-{images-idx3,labels-idx1}-ubyte, gzipped or not, from the folder. Throws
  /// IoFailure or InvalidInput.
  explicit Mnist(const std::string& folder);

  /// `train` images per digit for fitting and `test` others for testing, of digits 0..digits-1. If
  /// the files hold more than that, training images are drawn from the training files and test
  /// images from the test files. If they hold no more (the sample we ship), all images of a digit
  /// are pooled and split again for every trial; otherwise all trials would be the same.
  ImageSplit draw(std::uint64_t seed, std::uint64_t trial, std::size_t train, std::size_t test,
                  int digits = 10) const;

  /// Whether draw() has to pool, for these sizes.
  bool pools(std::size_t train, std::size_t test) const;

  /// A hash of pixels and digits, to tell these files from others.
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  Images train_;
  Images test_;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace holdfast::paper
