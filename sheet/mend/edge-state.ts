/** The states of pixels around edges: of the picture as it is, of the ground, of an edge between them, and beside the picture. */
export const KEPT = 0
export const GROUND = 1
export const EDGE = 2
export const OUTSIDE = 3
