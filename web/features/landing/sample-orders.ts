import type { LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

export type SampleDesign =
  | "butFirstCoffee"
  | "cosmicCat"
  | "eastside07"
  | "feralForest"
  | "goodVibes"
  | "leopardMama"
  | "lunaMoth"
  | "petalSmiley"
  | "saltyWave"
  | "shredItTaco"
  | "wildAndFree"

/** Copies of one design on the film that packs itself; width and height in inches. */
export type OrderLine = { design: SampleDesign; width: number; height: number; count: number }

/** The lines that one order puts on that film. */
export type SampleOrder = readonly OrderLine[]

/** The film of the sample orders. The pictures have no margin to trim. */
export const sampleTemplate: LayoutTemplate = {
  widthIn: 22,
  maxLengthIn: 100,
  edgeIn: 0.25,
  gapIn: 0.25,
  dpi: 300,
  rotate: true,
  trim: false,
  mirror: false,
  labels: false,
  nesting: "shapes",
  useHoles: false,
  packing: "tightest",
}

export const sampleOrders: readonly [SampleOrder, ...SampleOrder[]] = [
  [
    { design: "saltyWave", width: 8, height: 13.69, count: 1 },
    { design: "lunaMoth", width: 8, height: 8.66, count: 3 },
    { design: "goodVibes", width: 9, height: 6.4, count: 2 },
    { design: "eastside07", width: 8, height: 7.31, count: 1 },
    { design: "wildAndFree", width: 5, height: 4.89, count: 2 },
    { design: "leopardMama", width: 5, height: 1.82, count: 3 },
    { design: "petalSmiley", width: 3.5, height: 3.61, count: 5 },
  ],
  [
    { design: "feralForest", width: 9, height: 6.37, count: 2 },
    { design: "shredItTaco", width: 8, height: 7.45, count: 2 },
    { design: "cosmicCat", width: 7.5, height: 7.78, count: 2 },
    { design: "butFirstCoffee", width: 5, height: 7.05, count: 3 },
    { design: "lunaMoth", width: 4, height: 4.33, count: 6 },
    { design: "leopardMama", width: 4, height: 1.46, count: 4 },
  ],
]
