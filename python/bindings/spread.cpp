#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>
#include <utility>

#include "holdfast/objectives/covering/facility_location.hpp"
#include "holdfast/objectives/trace/spread_part.hpp"
#include "holdfast/objectives/trace/spread_trace.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/registry/standardize.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/objectives.hpp"

/// Objectives whose rows or items are spread: Python carries what they say to each other.
namespace holdfast::python {
namespace {

using SparseParts = std::tuple<std::size_t, Starts, Indices, Numbers>;

nb::bytes bytes_of(std::span<const Item> items) {
  return nb::bytes(reinterpret_cast<const char*>(items.data()), items.size_bytes());
}

BoundObjective bound(std::unique_ptr<Objective> objective, const char* fact, std::size_t count,
                     std::shared_ptr<Callbacks> callbacks) {
  const auto& entry = registry::find_objective(objective->name());
  return {{std::move(objective),
           registry::OptionValues(entry.name, entry.all_options()),
           {{fact, static_cast<std::int64_t>(count)}}},
          std::move(callbacks)};
}

/// `fetch` gives the columns of items, each as (rows or None, values), `gains` those of candidates
/// at a set of members. Items come as bytes of int32.
BoundObjective make_spread_facilities(std::size_t rows, const Numbers& singletons, double largest,
                                      nb::object fetch, nb::object gains,
                                      std::vector<std::string> names,
                                      std::optional<std::size_t> entries, bool of_coverage) {
  auto callbacks = callbacks_of(std::move(fetch), std::move(gains));
  const auto columns = [callbacks](std::span<const Item> items) {
    const nb::gil_scoped_acquire lock;
    std::vector<SpreadSimilarity::Column> fetched;
    const nb::object answers = callbacks->value(bytes_of(items));
    for (const nb::handle answer : answers) {
      auto& made = fetched.emplace_back();
      if (!answer[0].is_none()) {
        const auto places = nb::cast<Indices>(answer[0]);
        made.rows.assign(places.data(), places.data() + places.shape(0));
      }
      made.values = copied(nb::cast<Numbers>(answer[1]));
    }
    return fetched;
  };
  const auto gains_at = [callbacks](std::span<const Item> members,
                                    std::span<const Item> candidates) {
    const nb::gil_scoped_acquire lock;
    return copied(nb::cast<Numbers>(callbacks->gains(bytes_of(members), bytes_of(candidates))));
  };
  auto objective = std::make_unique<FacilityLocationObjective>(
      SpreadSimilarity(
          {rows, copied(singletons), largest, columns, gains_at, entries, of_coverage}),
      std::move(names));
  return bound(std::move(objective), of_coverage ? "elements" : "rows", rows, std::move(callbacks));
}

/// `ask` takes a question as bytes and the numbers of parts, and gives a list of their answers.
SpreadItems items_of(std::vector<Item> borders, const std::shared_ptr<Callbacks>& callbacks) {
  return {std::move(borders),
          [callbacks](const std::string& question, const std::vector<std::size_t>& parts) {
            const nb::gil_scoped_acquire lock;
            std::vector<std::string> answers;
            const nb::object told =
                callbacks->value(nb::bytes(question.data(), question.size()), nb::cast(parts));
            for (const nb::handle answer : told) {
              const auto bytes = nb::cast<nb::bytes>(answer);
              answers.emplace_back(bytes.c_str(), bytes.size());
            }
            return answers;
          }};
}

using Weights = std::optional<Numbers>;

/// `weights` of the rows, all positive.
LinearOptions linear_options(double ridge, bool intercept, const Weights& weights) {
  return {.ridge = ridge,
          .intercept = intercept,
          .threads = 1,
          .row_weights = weights ? copied(*weights) : std::vector<double>{}};
}

/// Makes an objective without the lock, which its questions take.
template <class Make>
BoundObjective made(const char* fact, std::size_t count, std::shared_ptr<Callbacks> callbacks,
                    const Make& make) {
  std::unique_ptr<Objective> objective;
  {
    const nb::gil_scoped_release unlocked;
    objective = make();
  }
  return bound(std::move(objective), fact, count, std::move(callbacks));
}

BoundObjective spread_linear(std::vector<Item> borders, nb::object ask, const Columns& responses,
                             double ridge, bool intercept, std::vector<std::string> names,
                             const Weights& weights) {
  auto callbacks = callbacks_of(std::move(ask), nb::none());
  const Matrix target = borrowed(responses);
  const LinearOptions options = linear_options(ridge, intercept, weights);
  return made("rows", target.rows(), callbacks, [&] {
    return make_spread_linear(items_of(std::move(borders), callbacks), target, options,
                              std::move(names));
  });
}

Kernel kernel_of(const std::string& shape, double lengthscale, double output_variance) {
  return {kernel_shape(shape), lengthscale, output_variance};
}

BoundObjective spread_variance_reduction(std::vector<Item> borders, nb::object ask,
                                         const std::string& shape, double lengthscale,
                                         double output_variance, const Columns& targets,
                                         double noise, std::vector<std::string> names,
                                         Items given) {
  auto callbacks = callbacks_of(std::move(ask), nb::none());
  const auto points = static_cast<std::size_t>(borders.back());
  const Matrix places = borrowed(targets);
  return made("points", points, callbacks, [&] {
    return make_spread_variance_reduction(items_of(std::move(borders), callbacks),
                                          kernel_of(shape, lengthscale, output_variance), places,
                                          noise, std::move(names), std::move(given));
  });
}

std::shared_ptr<SpreadPart> dense_part(Item first, const Columns& columns, const Columns& responses,
                                       double ridge, bool intercept, bool standardize,
                                       const Weights& weights) {
  const Matrix design = borrowed(columns);
  const Matrix targets = borrowed(responses);
  const LinearOptions options = linear_options(ridge, intercept, weights);
  const nb::gil_scoped_release unlocked;
  if (!standardize) return make_spread_part(first, design, targets, options);
  return make_spread_part(first, registry::standardized(design, options.row_weights), targets,
                          options);
}

std::shared_ptr<SpreadPart> sparse_part(Item first, const SparseParts& parts,
                                        const Columns& responses, double ridge, bool intercept,
                                        bool standardize, const Weights& weights) {
  const auto& [rows, starts, indices, values] = parts;
  const Matrix targets = borrowed(responses);
  const LinearOptions options = linear_options(ridge, intercept, weights);
  const nb::gil_scoped_release unlocked;
  SparseMatrix design = sparse(rows, starts, indices, values);
  if (standardize) design = registry::scaled_to_unit_variance(design, options.row_weights);
  return make_spread_part(first, std::move(design), targets, options);
}

std::shared_ptr<SpreadPart> kernel_part(Item first, const std::string& shape, double lengthscale,
                                        double output_variance, const Columns& points,
                                        const Columns& targets, double noise) {
  const Matrix own = borrowed(points);
  const Matrix places = borrowed(targets);
  const nb::gil_scoped_release unlocked;
  return make_spread_part(first, kernel_of(shape, lengthscale, output_variance), own, places,
                          noise);
}

nb::bytes answer(SpreadPart& self, const nb::bytes& question) {
  const std::string asked(question.c_str(), question.size());
  std::string answer;
  {
    const nb::gil_scoped_release unlocked;
    answer = self.answer(asked);
  }
  return nb::bytes(answer.data(), answer.size());
}

}  // namespace

void bind_spread(nb::module_& module) {
  nb::class_<SpreadPart>(module, "SpreadPart").def("answer", &answer);
  const auto define_part = [&module](const char* name, auto* make) {
    module.def(name, make, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg("standardize") = false, nb::arg("weights") = nb::none());
  };
  define_part("make_linear_part", &dense_part);
  define_part("make_sparse_linear_part", &sparse_part);
  module.def("make_kernel_part", &kernel_part);
  module.def("make_spread_linear", &spread_linear, nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg("weights") = nb::none());
  module.def("make_spread_variance_reduction", &spread_variance_reduction, nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg("given") = Items());
  module.def("make_spread_facilities", &make_spread_facilities, nb::arg(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg());
}

}  // namespace holdfast::python
