#include "holdfast/documents/page_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/documents/page_models.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/failure_curve.hpp"
#include "holdfast/tasks/judge.hpp"

namespace holdfast::documents {
namespace {

/// Numbers as the user counts, whether they stand alone or in objects with a name.
Items items_in(const Objective& objective, const Json& list) {
  Items indices;
  for (const Json& entry : list)
    indices.push_back((entry.is_object() ? entry["index"] : entry).get<Item>());
  return objective.items_given_as(indices);
}

Deletion deletion_in(const Objective& objective, const Json& told) {
  Deletion deletion;
  deletion.adversary = told.value("adversary", told.value("upper_by", "earlier"));
  deletion.items = items_in(objective, told["deleted"]);
  deletion.value =
      told.contains("value") ? told["value"].get<double>() : told["upper"].get<double>();
  deletion.proven = told.value("proven", false);
  deletion.at_least =
      deletion.proven ? deletion.value : told.value("at_least", told.value("lower", 0.0));
  return deletion;
}

/// Far enough to see what comes after tau; a model that must be fitted again is asked less often.
Item curve_end(const Objective& objective, const Selection& selection) {
  const Item tau = selection.problem.tau;
  const bool dear = objective.attack_cost() == AttackCost::refits;
  const Item wanted = dear ? std::max<Item>(tau + 1, 3) : std::max<Item>(2 * tau, tau + 3);
  return std::min(wanted, static_cast<Item>(selection.steps.size()));
}

/// Items that an algorithm chose one after the other have parts that mean something.
std::vector<std::string> parts_in(const Json& items, const Json& algorithm) {
  std::vector<std::string> parts;
  if (!algorithm.is_object() ||
      registry::find_algorithm(algorithm["name"].get<std::string>()).searches)
    return parts;
  for (const Json& item : items) parts.push_back(item.value("part", ""));
  const bool differ = std::ranges::adjacent_find(parts, std::not_equal_to<>()) != parts.end();
  return differ ? parts : std::vector<std::string>{};
}

/// What was lost for good, or was never to be chosen.
Items excluded_in(const Objective& objective, const Json& result) {
  Items excluded;
  const auto add = [&](const Json& list) {
    const Items items = items_in(objective, list);
    excluded.insert(excluded.end(), items.begin(), items.end());
  };
  if (result.contains("before") && result.contains("deleted")) add(result["deleted"]);
  const auto constraints = result.find("constraints");
  if (constraints != result.end() && constraints->contains("must_not"))
    add((*constraints)["must_not"]);
  return excluded;
}

class Sets {
 public:
  Sets(const Objective& objective, const Json& result, const Adversary& adversary, const Run& run)
      : objective_(objective),
        tau_(result.value("tau", Item{0})),
        excluded_(excluded_in(objective, result)),
        adversary_(adversary),
        run_(run) {}

  /// A set, and the worst deletion of tau items that somebody knows, if any.
  void add(std::string name, const Json& items, const Json& worst, const Json& algorithm) {
    PageSet set{std::move(name), given(items), parts_in(items, algorithm), {}};
    if (!worst.is_null()) set.selection.worst = deletion_in(objective_, worst);
    run_.report({.job = "curve"});
    set.curve = tasks::failure_curve(set.selection, curve_end(objective_, set.selection),
                                     adversary_, [&] { run_.check_stop(); });
    keep(std::move(set));
  }

  /// A set whose curve is known.
  void add_curve(const Json& told) {
    PageSet set{told["algorithm"]["name"],
                given(told["items"]),
                parts_in(told["items"], told["algorithm"]),
                {}};
    for (const Json& point : told["points"])
      if (point["tau"].get<std::size_t>() <= set.selection.steps.size())
        set.curve.push_back(deletion_in(objective_, point));
    keep(std::move(set));
  }

  std::vector<PageSet> take() { return std::move(sets_); }

 private:
  void keep(PageSet set) {
    set.excluded = excluded_;
    set.spares = spares_of(objective_, set);
    sets_.push_back(std::move(set));
  }

  Selection given(const Json& items) const {
    const Items members = items_in(objective_, items);
    return tasks::given_set(objective_, members, {static_cast<Item>(members.size()), tau_}, run_);
  }

  const Objective& objective_;
  Item tau_;
  Items excluded_;
  const Adversary& adversary_;
  const Run& run_;
  std::vector<PageSet> sets_;
};

}  // namespace

std::string page_kind(const Json& result) {
  static const std::map<std::string, std::string> kinds{
      {"holdfast.selection/1", "selection"},     {"holdfast.deletion/1", "deletion"},
      {"holdfast.certificate/1", "certificate"}, {"holdfast.curve/1", "curve"},
      {"holdfast.repair/1", "repair"},           {"holdfast.replan/1", "repair"},
      {"holdfast.protection/1", "protection"},   {"holdfast.assessment/1", "assessment"}};
  const auto schema = result.is_object() ? result.value("schema", "") : "";
  const auto found = kinds.find(schema);
  if (found == kinds.end())
    throw InvalidInput(fmt::format("there is no page for the document \"{}\"", schema));
  return found->second;
}

std::vector<PageSet> page_sets(const Objective& objective, const std::string& kind,
                               const Json& result, const Adversary& adversary, const Run& run) {
  Sets sets(objective, result, adversary, run);
  const Json algorithm = result.value("algorithm", Json());
  const std::string chooser = algorithm.is_object() ? algorithm["name"].get<std::string>() : "";
  if (kind == "curve") {
    for (const Json& curve : result["curves"]) sets.add_curve(curve);
  } else if (kind == "deletion") {
    sets.add("the set", result["items"], result, nullptr);
  } else if (kind == "certificate") {
    sets.add("the set", result["items"], result["worst_case"], nullptr);
  } else if (kind == "protection") {
    sets.add("the set", result["items"], result["unprotected"], nullptr);
  } else if (kind == "assessment") {
    sets.add("the set", result["items"], nullptr, nullptr);
  } else if (kind == "repair") {
    sets.add("repaired", result["items"], result["worst_case"], nullptr);
    sets.add("before the loss", result["before"]["items"], nullptr, nullptr);
  } else {
    sets.add(chooser, result["items"], result["worst_case"], algorithm);
    if (const auto greedy = result.find("greedy"); greedy != result.end())
      sets.add("plain greedy", (*greedy)["items"], (*greedy)["worst_case"], nullptr);
  }
  return sets.take();
}

}  // namespace holdfast::documents
