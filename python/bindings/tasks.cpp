#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <utility>

#include "holdfast/documents/report_page.hpp"
#include "holdfast/documents/result_page.hpp"
#include "holdfast/registry/ratio_options.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/assess.hpp"
#include "holdfast/tasks/cost_curve.hpp"
#include "holdfast/tasks/curve.hpp"
#include "holdfast/tasks/guarantee.hpp"
#include "holdfast/tasks/protect.hpp"
#include "holdfast/tasks/repair.hpp"
#include "holdfast/tasks/select.hpp"
#include "holdfast/tasks/summarize.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/calling.hpp"
#include "python/bindings/documents.hpp"
#include "python/bindings/objectives.hpp"

/// The jobs. Answers are the documents that the command line writes as JSON.
namespace holdfast::python {

namespace nb = nanobind;

namespace {

template <class Entry>
registry::OptionValues options_of(const Entry& entry, const nb::dict& given) {
  registry::OptionValues values(entry.name, entry.options);
  set_options(values, given);
  values.require_consistent();
  return values;
}

registry::OptionValues table_options(const std::string& owner, std::vector<registry::Option> table,
                                     const nb::dict& given) {
  registry::OptionValues values(owner, std::move(table));
  set_options(values, given);
  return values;
}

registry::OptionValues algorithm_options(const std::string& name, const nb::dict& given) {
  return options_of(registry::find_algorithm(name), given);
}

std::vector<registry::OptionValues> each_algorithm(const std::vector<std::string>& names,
                                                   const std::vector<nb::dict>& given) {
  std::vector<registry::OptionValues> bags;
  for (std::size_t i = 0; i < names.size(); ++i)
    bags.push_back(algorithm_options(names[i], given.at(i)));
  return bags;
}

registry::OptionValues adversary_options(const std::string& name, const nb::dict& given) {
  return options_of(registry::find_adversary(name), given);
}

Document select(const BoundObjective& objective, Item k, Item tau, const Constraints& constraints,
                const std::string& algorithm, const nb::dict& of_algorithm,
                const std::string& adversary, const nb::dict& of_adversary, bool explain,
                bool certify, Item protect, std::uint64_t seed, int threads) {
  const tasks::SelectRequest request{.problem = {k, tau, constraints},
                                     .algorithm = algorithm_options(algorithm, of_algorithm),
                                     .adversary = adversary_options(adversary, of_adversary),
                                     .explain = explain,
                                     .certify = certify,
                                     .protect = protect};
  const auto work = [&](const Run& run) {
    return tasks::select(objective.objective(), request, run);
  };
  return Document{call(seed, threads, work, [&](const tasks::Selected& selected, const Run& run) {
    return documents::selection_document(objective.built, selected, run);
  })};
}

/// One round is a repair, several (or one in a list) a plan.
Document replan(const BoundObjective& objective, const Items& items,
                const std::vector<Items>& deleted, const std::vector<Item>& refill, bool is_plan,
                Item tau, const Constraints& constraints, const std::string& algorithm,
                const nb::dict& of_algorithm, const std::string& adversary,
                const nb::dict& of_adversary, std::uint64_t seed, int threads) {
  const auto chooser = algorithm_options(algorithm, of_algorithm);
  const auto attacker = adversary_options(adversary, of_adversary);
  std::vector<tasks::Loss> losses;
  for (std::size_t i = 0; i < deleted.size(); ++i) losses.push_back({deleted[i], refill.at(i)});
  const auto work = [&](const Run& run) {
    const Selection set = tasks::given_set(objective.objective(), items, {.tau = tau}, run);
    return tasks::replan(objective.objective(), set, losses, tau, constraints,
                         *registry::make_algorithm(chooser), *registry::make_adversary(attacker),
                         run);
  };
  return Document{call(
      seed, threads, work, [&](const std::vector<tasks::RepairResult>& rounds, const Run& run) {
        return is_plan ? documents::replan_document(objective.built, chooser, rounds, run)
                       : documents::repair_document(objective.built, chooser, rounds.at(0), run);
      })};
}

Document attack(const BoundObjective& objective, const Items& items, Item tau,
                const std::string& adversary, const nb::dict& of_adversary, std::uint64_t seed,
                int threads) {
  const auto options = adversary_options(adversary, of_adversary);
  const auto work = [&](const Run& run) {
    return tasks::attack(objective.objective(), items, tau, *registry::make_adversary(options),
                         run);
  };
  return Document{call(seed, threads, work, [&](const tasks::Judged& judged, const Run& run) {
    return documents::deletion_document(objective.built, judged, run);
  })};
}

Document assess(const BoundObjective& objective, const Items& items, double tail, int threads) {
  const auto work = [&](const Run& run) {
    return tasks::assess(objective.objective(), items, tail, run);
  };
  return Document{call(0, threads, work, [&](const tasks::Assessment& assessment, const Run& run) {
    return documents::assessment_document(objective.built, assessment, run);
  })};
}

Document protect(const BoundObjective& objective, const Items& items, Item tau, Item most,
                 std::int64_t budget, int threads) {
  const auto work = [&](const Run& run) {
    return tasks::protect(objective.objective(), items, tau, most, budget, run);
  };
  return Document{call(0, threads, work, [&](const tasks::Protection& protection, const Run& run) {
    return documents::protection_document(objective.built, protection, run);
  })};
}

Document certify(const BoundObjective& objective, const Items& items, Item k, Item tau,
                 std::optional<double> beta, const std::string& adversary,
                 const nb::dict& of_adversary, std::uint64_t seed, int threads) {
  const auto options = adversary_options(adversary, of_adversary);
  const auto work = [&](const Run& run) {
    const Objective& f = objective.objective();
    const auto judged = tasks::judge(tasks::given_set(f, items, {k, tau}, run), f,
                                     *registry::make_adversary(options), run);
    return tasks::certify(judged, beta);
  };
  return Document{call(seed, threads, work, [&](const Certificate& result, const Run& run) {
    return documents::certificate_document(objective.built, result, run);
  })};
}

Document curve(const BoundObjective& objective, Item k, Item tau, Item tau_max,
               const Constraints& constraints, const std::vector<std::string>& algorithms,
               const std::vector<nb::dict>& of_algorithms, const std::string& adversary,
               const nb::dict& of_adversary, std::uint64_t seed, int threads) {
  const auto choosers = each_algorithm(algorithms, of_algorithms);
  const auto options = adversary_options(adversary, of_adversary);
  const Problem problem{k, tau, constraints};
  const auto work = [&](const Run& run) {
    return tasks::curves(objective.objective(), problem, tau_max, choosers,
                         *registry::make_adversary(options), run);
  };
  return Document{call(seed, threads, work, [&](const tasks::CurveResult& result, const Run& run) {
    return documents::curve_document(objective.built, problem, tau_max, result, run);
  })};
}

Document cost_curve(const BoundObjective& objective, Item k, Item tau,
                    const std::vector<double>& limits, const Constraints& constraints,
                    const std::vector<std::string>& algorithms,
                    const std::vector<nb::dict>& of_algorithms, const std::string& adversary,
                    const nb::dict& of_adversary, std::uint64_t seed, int threads) {
  const auto choosers = each_algorithm(algorithms, of_algorithms);
  const auto options = adversary_options(adversary, of_adversary);
  const Problem problem{k, tau, constraints};
  const auto work = [&](const Run& run) {
    return tasks::cost_curves(objective.objective(), problem, limits, choosers,
                              *registry::make_adversary(options), run);
  };
  return Document{
      call(seed, threads, work, [&](const tasks::CostCurveResult& result, const Run& run) {
        return documents::cost_curve_document(objective.built, problem, result, run);
      })};
}

Document summarize(const BoundObjective& objective, Item k, Item deletions, double epsilon,
                   bool stream, Item parts, const Constraints& constraints, std::uint64_t seed,
                   int threads) {
  const tasks::SummaryRequest request{{k, deletions, epsilon}, stream, parts, constraints};
  const auto work = [&](const Run& run) {
    return tasks::summarize(objective.objective(), request, run);
  };
  return Document{
      call(seed, threads, work, [&](const tasks::SummaryResult& result, const Run& run) {
        return documents::summary_document(objective.built, result, run);
      })};
}

/// The levels come as their thresholds and what was drawn for them.
Document choose_from_summary(const BoundObjective& objective, const Items& items,
                             const std::vector<double>& thresholds,
                             const std::vector<Items>& chosen, double epsilon, const Items& deleted,
                             Item k, Item tau, const Constraints& constraints,
                             const std::string& algorithm, const nb::dict& of_algorithm,
                             const std::string& adversary, const nb::dict& of_adversary,
                             std::uint64_t seed, int threads) {
  std::vector<Summary::Level> levels;
  for (std::size_t i = 0; i < thresholds.size(); ++i)
    levels.push_back({thresholds[i], chosen.at(i), {}});
  const tasks::SelectRequest request{.problem = {k, tau, constraints},
                                     .algorithm = algorithm_options(algorithm, of_algorithm),
                                     .adversary = adversary_options(adversary, of_adversary)};
  const auto work = [&](const Run& run) {
    return tasks::choose_from_summary(objective.built, items, levels, epsilon, deleted, request,
                                      run);
  };
  return Document{
      call(seed, threads, work, [&](const tasks::SummaryChoice& choice, const Run& run) {
        return documents::summary_choice_document(objective.built, choice, deleted, run);
      })};
}

/// x and y of each item, not a number where it is nowhere; none at all without a map.
std::optional<Places> places_of(const std::vector<double>& x, const std::vector<double>& y,
                                bool geographic) {
  if (x.empty()) return std::nullopt;
  Places places{geographic, {}};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool known = std::isfinite(x[i]) && std::isfinite(y.at(i));
    places.of_item.push_back(known ? std::optional(std::array{x[i], y.at(i)}) : std::nullopt);
  }
  return places;
}

/// The data of a page about a result, whose document is given as text.
std::string page_data(const BoundObjective& objective, const std::string& result,
                      const std::string& adversary, const nb::dict& of_adversary,
                      const std::vector<double>& x, const std::vector<double>& y, bool geographic,
                      std::uint64_t seed, int threads) {
  const documents::PageRequest request{adversary_options(adversary, of_adversary), "",
                                       places_of(x, y, geographic)};
  const auto work = [&](const Run& run) {
    return documents::page_json(objective.built, result, request, run);
  };
  return call(seed, threads, work, [](std::string json, const Run&) { return json; });
}

Document ratios(const BoundObjective& objective, const nb::dict& search, std::uint64_t seed,
                int threads) {
  const auto options =
      registry::ratio_options(table_options("ratios", registry::ratio_search_options(), search));
  const auto work = [&](const Run& run) {
    return holdfast::ratios(objective.objective(), run, options);
  };
  return Document{call(seed, threads, work, [&](const auto& result, const Run& run) {
    return documents::ratios_document(objective.built, result, run);
  })};
}

Document guarantee(Item k, Item tau, double beta, const nb::dict& known_ratios) {
  const auto known = registry::known_ratios(
      table_options("guarantee", registry::known_ratio_options(), known_ratios));
  GuaranteeProblem problem;
  problem.k = k;
  problem.tau = tau;
  problem.beta = beta;
  const auto work = [&](const Run&) { return tasks::guarantee_for(problem, known); };
  return Document{call(0, 1, work, [&](const auto& result, const Run& run) {
    return documents::guarantee_document(result, nullptr, nullptr, run);
  })};
}

}  // namespace

void bind_tasks(nb::module_& module) {
  nb::class_<Constraints>(module, "Constraints")
      .def("__init__",
           [](Constraints* self, Items must, Items must_not, const std::vector<std::string>& kinds,
              const std::vector<Item>& most, std::vector<std::int32_t> kind_of,
              std::vector<double> costs, double cost_limit) {
             new (self) Constraints{std::move(must), std::move(must_not), {}, std::move(kind_of)};
             if (!costs.empty()) {
               self->costs = std::move(costs);
               self->cost_limit = cost_limit;
             }
             for (std::size_t i = 0; i < kinds.size(); ++i)
               self->kinds.push_back({kinds[i], most.at(i)});
           });
  module.def("select", &select);
  module.def("replan", &replan);
  module.def("assess", &assess);
  module.def("protect", &protect);
  module.def("attack", &attack);
  module.def("certify", &certify, nb::arg("objective"), nb::arg("items"), nb::arg("k"),
             nb::arg("tau"), nb::arg("beta").none(), nb::arg("adversary"),
             nb::arg("adversary_options"), nb::arg("seed"), nb::arg("threads"));
  module.def("curve", &curve);
  module.def("cost_curve", &cost_curve);
  module.def("summarize", &summarize);
  module.def("choose_from_summary", &choose_from_summary);
  nb::class_<StreamSummary>(module, "StreamSummary")
      .def("__init__",
           [](StreamSummary* self, Item k, Item deletions, double epsilon, std::uint64_t seed) {
             new (self) StreamSummary({k, deletions, epsilon}, seed);
           })
      .def("update",
           [](StreamSummary& self, const BoundObjective& objective, const Items& numbers,
              std::size_t kept, int threads) {
             const auto work = [&](const Run& run) {
               StreamSummary next = self;  // an update that fails changes nothing
               next.update(objective.objective(), numbers, kept, run);
               return next;
             };
             self = call(0, threads, work, [](StreamSummary next, const Run&) { return next; });
           })
      .def("kept", &StreamSummary::kept)
      .def("levels",
           [](const StreamSummary& self) {
             std::vector<std::pair<double, Items>> levels;
             for (const auto& level : self.summary().levels)
               levels.emplace_back(level.threshold, level.chosen);
             return levels;
           })
      .def("evaluations", &StreamSummary::evaluations);
  module.def("page_data", &page_data);
  module.def("fill_page", &documents::fill_page);
  module.def("ratios", &ratios);
  module.def("guarantee", &guarantee);
  module.def("seconds_of_work", [] { return seconds_of_work; });
}

}  // namespace holdfast::python
