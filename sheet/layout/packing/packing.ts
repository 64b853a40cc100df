/**
 * The way pieces lie on the film: with the least of it, the pieces of an order together, or in bands
 * that a knife cuts straight.
 */
export type Packing = "tightest" | "by-order" | "straight-cuts"
