/**
 *   artwork            shares of one em
 *   ─────────────      0.2    air
 *   #1042 Luna Moth    0.73   capitals of Inter
 *        ,             0.21   descenders
 *   ─────────────      0.26   air
 *   next piece         1.4    the height of the strip
 */
export const LABEL_STRIP_EM = 1.4
export const LABEL_CAPITAL_EM = 0.727
/** The distance from the top of a line of text to its baseline. */
export const LABEL_BASELINE_EM = 0.2 + LABEL_CAPITAL_EM
