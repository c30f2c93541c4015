// A heat map with contour lines, so that it can be read without its colours.

import * as Plot from "@observablehq/plot";
import type { Heatmap } from "../data";
import { formatNumber, mathText } from "../format";
import type { Theme } from "./theme";

/** Cividis keeps its order for every kind of colour vision and in grey. */
const scheme = "Cividis";

interface Cell {
  x: number;
  y: number;
  value: number | null;
}

export function heatmapRange(map: Heatmap): [number, number] {
  const known = map.values.flat().filter((value): value is number => value !== null);
  return known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
}

export function drawHeatmap(
  map: Heatmap,
  options: { width: number; height: number; theme: Theme },
): (SVGSVGElement | HTMLElement) & Plot.Plot {
  const { theme } = options;
  const xs = map.x.values;
  const ys = map.y.values;
  const cells: Cell[] = map.values.flatMap((row, i) =>
    row.map((value, j) => ({ x: xs[j] ?? 0, y: ys[i] ?? 0, value })),
  );
  const edges = {
    x1: xs[0] ?? 0,
    x2: xs.at(-1) ?? 1,
    y1: ys[0] ?? 0,
    y2: ys.at(-1) ?? 1,
  };
  const values = cells.map((cell) => cell.value ?? Number.NaN);
  const field = { width: xs.length, height: ys.length, ...edges };
  return Plot.plot({
    width: options.width,
    height: options.height,
    marginLeft: 48,
    marginBottom: 40,
    marginTop: 26,
    marginRight: 16,
    ariaLabel: `${map.title}: ${map.x.label} against ${map.y.label}`,
    style: {
      fontFamily: theme.font,
      fontSize: "12px",
      color: theme.text,
      background: theme.paper,
      overflow: "visible",
    },
    color: { scheme, domain: heatmapRange(map), type: "linear" },
    x: { label: mathText(map.x.label), labelArrow: "none", labelAnchor: "center" },
    y: { label: mathText(map.y.label), labelArrow: "none" },
    marks: [
      Plot.raster(values, { ...field, imageRendering: "auto", className: "cells" }),
      Plot.contour(values, {
        ...field,
        thresholds: 8,
        stroke: "white",
        strokeOpacity: 0.75,
        strokeWidth: 0.8,
        className: "contours",
      }),
      ...contourLabels(map, cells),
      ...markedPoint(map, theme),
    ],
  });
}

/** Values written along the diagonal, where every contour passes. */
function contourLabels(map: Heatmap, cells: Cell[]): Plot.Markish[] {
  const columns = map.x.values.length;
  const rows = map.y.values.length;
  const picks = [0.35, 0.55, 0.75, 0.9].flatMap((share) => {
    const cell =
      cells[Math.round(share * (rows - 1)) * columns + Math.round(share * (columns - 1))];
    return cell && cell.value !== null ? [cell] : [];
  });
  return [
    Plot.text(picks, {
      x: "x",
      y: "y",
      text: (cell: Cell) => formatNumber(cell.value, 2),
      fill: "white",
      stroke: "black",
      strokeWidth: 3,
      className: "values",
    }),
  ];
}

function markedPoint(map: Heatmap, theme: Theme): Plot.Markish[] {
  if (!map.mark) return [];
  const right = map.mark.x > ((map.x.values[0] ?? 0) + (map.x.values.at(-1) ?? 1)) / 2;
  return [
    Plot.dot([map.mark], { x: "x", y: "y", r: 6, fill: "white", stroke: "black", strokeWidth: 2 }),
    Plot.dot([map.mark], { x: "x", y: "y", r: 2, fill: "black", className: "mark" }),
    Plot.text([map.mark], {
      x: "x",
      y: "y",
      text: () => mathText(map.mark?.label ?? ""),
      textAnchor: right ? "end" : "start",
      dx: right ? 4 : -4,
      dy: -15,
      fontWeight: 600,
      fill: theme.text,
    }),
  ];
}

/** The scale of colours, to be read beside the map. */
export function drawColorScale(map: Heatmap): SVGSVGElement {
  return Plot.legend({
    color: { scheme, domain: heatmapRange(map), type: "linear" },
    width: 240,
    ticks: 5,
    style: { background: "transparent", fontFamily: "inherit", fontSize: "12px" },
  }) as SVGSVGElement;
}
