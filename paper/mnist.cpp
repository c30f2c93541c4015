#include "paper/mnist.hpp"

#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "holdfast/core/random.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/data/read.hpp"

namespace holdfast::paper {
namespace {

/// Separates the choice of images from everything else that is drawn from the seed.
constexpr std::uint64_t streams_of_images = 0x696d616700000000ULL;

std::string file_in(const std::string& folder, const std::string& name) {
  for (const char* ending : {".gz", ""}) {
    const auto path = std::filesystem::path(folder) / (name + ending);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return path.string();
  }
  const std::string where = folder.empty() ? "there is" : folder + " contains";
  throw IoFailure(fmt::format(
      "{} no {}.gz; figure 4 needs the four MNIST files, give their folder with --mnist", where,
      name));
}

Images read_images(const std::string& folder, const std::string& prefix) {
  const std::string images = file_in(folder, prefix + "-images-idx3-ubyte");
  const std::string labels = file_in(folder, prefix + "-labels-idx1-ubyte");
  Matrix bytes = read_matrix(images).values;
  const auto digits = read_vector(labels);
  require<InvalidInput>(digits.size() == bytes.rows(), "{} holds {} labels for the {} images of {}",
                        labels, digits.size(), bytes.rows(), images);
  std::vector<double> pixels(bytes.data(), bytes.data() + bytes.rows() * bytes.cols());
  for (double& pixel : pixels) pixel /= 255.0;
  Images read{Matrix(bytes.rows(), bytes.cols(), std::move(pixels)), {}};
  for (const double digit : digits) {
    require<InvalidInput>(digit >= 0.0 && digit <= 9.0, "{} holds the label {}, not a digit",
                          labels, digit);
    read.digits.push_back(static_cast<int>(digit));
  }
  return read;
}

Items images_of(const Images& images, int digit) {
  Items found;
  for (std::size_t i = 0; i < images.digits.size(); ++i) {
    if (images.digits[i] == digit) found.push_back(static_cast<Item>(i));
  }
  return found;
}

/// Which images, of which of the two sources.
using Picks = std::vector<std::pair<const Images*, Item>>;

Images gathered(const Picks& picks) {
  const std::size_t cols = picks.front().first->pixels.cols();
  std::vector<double> pixels(picks.size() * cols);
  Images images;
  for (std::size_t i = 0; i < picks.size(); ++i) {
    const auto& [source, row] = picks[i];
    const auto at = static_cast<std::size_t>(row);
    for (std::size_t j = 0; j < cols; ++j) pixels[j * picks.size() + i] = source->pixels(at, j);
    images.digits.push_back(source->digits[at]);
  }
  images.pixels = Matrix(picks.size(), cols, std::move(pixels));
  return images;
}

void require_enough(int digit, std::size_t have, std::size_t need, const char* what) {
  if (have >= need) return;
  throw InvalidInput(fmt::format("the MNIST files hold {} {} images of digit {}, {} are needed",
                                 have, what, digit, need));
}

std::uint64_t hash(const Images& images, std::uint64_t start) {
  constexpr std::uint64_t prime = 0x100000001b3ULL;  // FNV-1a
  std::uint64_t sum = start;
  const std::size_t count = images.pixels.rows() * images.pixels.cols();
  for (std::size_t i = 0; i < count; ++i) {
    sum = (sum ^ static_cast<std::uint64_t>(std::lround(images.pixels.data()[i] * 255.0))) * prime;
  }
  for (const int digit : images.digits) sum = (sum ^ static_cast<std::uint64_t>(digit)) * prime;
  return sum;
}

/// The pixels of each column as a x + b.
void map_columns(Images& images, std::span<const double> factors, std::span<const double> shifts) {
  const std::size_t rows = images.pixels.rows();
  std::vector<double> numbers(images.pixels.data(), images.pixels.data() + rows * factors.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = factors[i / rows] * numbers[i] + shifts[i / rows];
  }
  images.pixels = Matrix(rows, factors.size(), std::move(numbers));
}

}  // namespace

void rescale(ImageSplit& images, Pixels pixels) {
  if (pixels == Pixels::unit) return;
  const Matrix& train = images.train.pixels;
  std::vector<double> factors(train.cols(), 255.0);
  std::vector<double> shifts(train.cols(), 0.0);
  for (std::size_t j = 0; j < train.cols() && pixels == Pixels::standardized; ++j) {
    const auto column = train.column(j);
    const auto rows = static_cast<double>(column.size());
    const double mean = std::accumulate(column.begin(), column.end(), 0.0) / rows;
    double squares = 0.0;
    for (const double pixel : column) squares += (pixel - mean) * (pixel - mean);
    // The mean of equal pixels may differ from them by rounding; that is no variance.
    constexpr double rounding = 1e-13;
    const double deviation = std::sqrt(squares / rows);
    factors[j] = deviation > rounding ? 1.0 / deviation : 0.0;
    shifts[j] = -mean * factors[j];
  }
  map_columns(images.train, factors, shifts);
  map_columns(images.test, factors, shifts);
}

Mnist::Mnist(const std::string& folder)
    : train_(read_images(folder, "train")), test_(read_images(folder, "t10k")) {
  require<InvalidInput>(train_.pixels.cols() == test_.pixels.cols(),
                        "training and test images in {} differ in size", folder);
  fingerprint_ = hash(test_, hash(train_, 0xcbf29ce484222325ULL));
}

bool Mnist::pools(std::size_t train, std::size_t test) const {
  bool more = true;
  for (int digit = 0; digit < 10; ++digit) {
    more = more && images_of(train_, digit).size() > train && images_of(test_, digit).size() > test;
  }
  return !more;
}

ImageSplit Mnist::draw(std::uint64_t seed, std::uint64_t trial, std::size_t train, std::size_t test,
                       int digits) const {
  Random random(seed, streams_of_images ^ trial);
  const bool pooled = pools(train, test);
  Picks to_train;
  Picks to_test;
  for (int digit = 0; digit < digits; ++digit) {
    const Items training = images_of(train_, digit);
    const Items testing = images_of(test_, digit);
    if (pooled) {
      const auto first = static_cast<Item>(training.size());
      Items pool(training.size() + testing.size());
      std::iota(pool.begin(), pool.end(), Item{0});
      require_enough(digit, pool.size(), train + test, "training and test");
      const Items drawn = random.sample(pool, train + test);
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        const Item at = drawn[i];
        auto& picks = i < train ? to_train : to_test;
        picks.emplace_back(at < first ? &train_ : &test_,
                           at < first ? training[static_cast<std::size_t>(at)]
                                      : testing[static_cast<std::size_t>(at - first)]);
      }
    } else {
      for (const Item at : random.sample(training, train)) to_train.emplace_back(&train_, at);
      for (const Item at : random.sample(testing, test)) to_test.emplace_back(&test_, at);
    }
  }
  return {gathered(to_train), gathered(to_test)};
}

}  // namespace holdfast::paper
