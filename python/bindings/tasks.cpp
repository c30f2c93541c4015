#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "holdfast/tasks/certify.hpp"
#include "holdfast/tasks/explain.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/repair.hpp"
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

Document select(const BoundObjective& objective, Item k, Item tau, const Constraints& constraints,
                const std::string& algorithm, const nb::dict& algorithm_options,
                const std::string& adversary, const nb::dict& adversary_options, bool explain,
                bool certify, std::uint64_t seed, int threads) {
  const auto& chooser = registry::find_algorithm(algorithm);
  const auto& attacker = registry::find_adversary(adversary);
  const auto chooser_options = options_of(chooser, algorithm_options);
  const auto attacker_options = options_of(attacker, adversary_options);
  const auto work = [&](const Run& run) {
    return registry::select_and_attack(objective.objective(), {k, tau, constraints},
                                       *chooser.make(chooser_options),
                                       *attacker.make(attacker_options), run);
  };
  return Document{
      call(seed, threads, work, [&](const registry::SelectionResult& result, const Run& run) {
        std::optional<registry::Explanation> explanation;
        if (explain) {
          explanation =
              registry::explain(objective.objective(), chooser_options, result.selection, run);
        }
        std::optional<Certificate> certificate;
        if (certify) {
          certificate = registry::certify_set(
              objective.objective(), result.selection.items(), {k, tau, constraints},
              *attacker.make(attacker_options), registry::guaranteed_beta(chooser_options), run);
        }
        return registry::selection_document(objective.built, chooser_options, result, run,
                                            explanation ? &*explanation : nullptr,
                                            certificate ? &*certificate : nullptr);
      })};
}

/// One round is a repair, several (or one in a list) a plan.
Document replan(const BoundObjective& objective, const Items& items,
                const std::vector<Items>& deleted, const std::vector<Item>& refill, bool is_plan,
                Item tau, const Constraints& constraints, const std::string& algorithm,
                const nb::dict& algorithm_options, const std::string& adversary,
                const nb::dict& adversary_options, std::uint64_t seed, int threads) {
  const auto& chooser = registry::find_algorithm(algorithm);
  const auto& attacker = registry::find_adversary(adversary);
  const auto chooser_options = options_of(chooser, algorithm_options);
  const auto attacker_options = options_of(attacker, adversary_options);
  std::vector<registry::Loss> losses;
  for (std::size_t i = 0; i < deleted.size(); ++i) losses.push_back({deleted[i], refill.at(i)});
  const auto work = [&](const Run& run) {
    return registry::replan(objective.objective(), items, losses, tau, constraints,
                            *chooser.make(chooser_options), *attacker.make(attacker_options), run);
  };
  return Document{call(
      seed, threads, work, [&](const std::vector<registry::RepairResult>& rounds, const Run& run) {
        return is_plan
                   ? registry::replan_document(objective.built, chooser_options, rounds, run)
                   : registry::repair_document(objective.built, chooser_options, rounds.at(0), run);
      })};
}

Document attack(const BoundObjective& objective, const Items& items, Item tau,
                const std::string& adversary, const nb::dict& adversary_options, std::uint64_t seed,
                int threads) {
  const auto& attacker = registry::find_adversary(adversary);
  const auto options = options_of(attacker, adversary_options);
  const auto work = [&](const Run& run) {
    return registry::attack(objective.objective(), items, tau, *attacker.make(options), run);
  };
  return Document{
      call(seed, threads, work, [&](const registry::AttackResult& result, const Run& run) {
        return registry::deletion_document(objective.built, tau, result, run);
      })};
}

Document certify(const BoundObjective& objective, const Items& items, Item k, Item tau,
                 std::optional<double> beta, const std::string& adversary,
                 const nb::dict& adversary_options, std::uint64_t seed, int threads) {
  const auto& attacker = registry::find_adversary(adversary);
  const auto options = options_of(attacker, adversary_options);
  const auto work = [&](const Run& run) {
    return registry::certify_set(objective.objective(), items, {k, tau}, *attacker.make(options),
                                 beta, run);
  };
  return Document{call(seed, threads, work, [&](const Certificate& result, const Run& run) {
    return registry::certificate_document(objective.built, result, run);
  })};
}

Document curve(const BoundObjective& objective, Item k, Item tau, Item tau_max,
               const Constraints& constraints, const std::vector<std::string>& algorithms,
               const std::vector<nb::dict>& algorithm_options, const std::string& adversary,
               const nb::dict& adversary_options, std::uint64_t seed, int threads) {
  std::vector<registry::OptionValues> choosers;
  for (std::size_t i = 0; i < algorithms.size(); ++i)
    choosers.push_back(options_of(registry::find_algorithm(algorithms[i]), algorithm_options[i]));
  const auto& attacker = registry::find_adversary(adversary);
  const auto options = options_of(attacker, adversary_options);
  const Problem problem{k, tau, constraints};
  const auto work = [&](const Run& run) {
    return registry::curves(objective.objective(), problem, tau_max, choosers,
                            *attacker.make(options), run);
  };
  return Document{
      call(seed, threads, work, [&](const registry::CurveResult& result, const Run& run) {
        return registry::curve_document(objective.built, problem, tau_max, result, run);
      })};
}

Document ratios(const BoundObjective& objective, const nb::dict& search, std::uint64_t seed,
                int threads) {
  const auto options =
      registry::ratio_options(table_options("ratios", registry::ratio_search_options(), search));
  const auto work = [&](const Run& run) {
    return holdfast::ratios(objective.objective(), run, options);
  };
  return Document{call(seed, threads, work, [&](const auto& result, const Run& run) {
    return registry::ratios_document(objective.built, result, run);
  })};
}

Document guarantee(Item k, Item tau, double beta, const nb::dict& known_ratios) {
  const auto known = registry::known_ratios(
      table_options("guarantee", registry::known_ratio_options(), known_ratios));
  GuaranteeProblem problem;
  problem.k = k;
  problem.tau = tau;
  problem.beta = beta;
  const auto work = [&](const Run&) { return registry::guarantee_for(problem, known); };
  return Document{call(0, 1, work, [&](const auto& result, const Run& run) {
    return registry::guarantee_document(result, nullptr, nullptr, run);
  })};
}

}  // namespace

void bind_tasks(nb::module_& module) {
  nb::class_<Constraints>(module, "Constraints")
      .def("__init__",
           [](Constraints* self, Items must, Items must_not, const std::vector<std::string>& kinds,
              const std::vector<Item>& most, std::vector<std::int32_t> kind_of) {
             new (self) Constraints{std::move(must), std::move(must_not), {}, std::move(kind_of)};
             for (std::size_t i = 0; i < kinds.size(); ++i)
               self->kinds.push_back({kinds[i], most.at(i)});
           });
  module.def("select", &select);
  module.def("replan", &replan);
  module.def("attack", &attack);
  module.def("certify", &certify, nb::arg("objective"), nb::arg("items"), nb::arg("k"),
             nb::arg("tau"), nb::arg("beta").none(), nb::arg("adversary"),
             nb::arg("adversary_options"), nb::arg("seed"), nb::arg("threads"));
  module.def("curve", &curve);
  module.def("ratios", &ratios);
  module.def("guarantee", &guarantee);
  module.def("seconds_of_work", [] { return seconds_of_work; });
}

}  // namespace holdfast::python
