#pragma once

#include <string>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/documents/documents.hpp"

/// The sets that a page shows, from the document of a result. Private to this folder.
namespace holdfast::documents {

struct PageSet {
  std::string name;                     ///< who chose it: "auto", "plain greedy", "before the loss"
  Selection selection;                  ///< with a State
  std::vector<std::string> parts = {};  ///< of each item, where an algorithm builds parts
  std::vector<Deletion> curve = {};     ///< what is left after 0, 1, 2, ... deletions
  Items excluded = {};                  ///< what can never be added
  Items spares = {};                    ///< what could be added, if the page can compute with it
};

/// "selection", "deletion", "certificate", "curve", "repair", "protection" or "assessment". Throws
/// InvalidInput for others.
std::string page_kind(const Json& result);

/// The set that the result is about comes first, then those to compare it with. Each starts from
/// the worst deletion that the document knows of.
std::vector<PageSet> page_sets(const Objective& objective, const std::string& kind,
                               const Json& result, const Adversary& adversary, const Run& run);

}  // namespace holdfast::documents
