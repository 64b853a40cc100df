import { expect, test } from "vitest"
import { polygonOutline } from "../../../harness/nest/polygon.ts"
import { boxOutline, isHalfSymmetric, withFoot } from "../../../sheet/layout/nest/outline.ts"

const letters = {
  Z: [
    [0, 0],
    [1, 0],
    [1, 0.3],
    [0.45, 0.7],
    [1, 0.7],
    [1, 1],
    [0, 1],
    [0, 0.7],
    [0.55, 0.3],
    [0, 0.3],
  ],
  L: [
    [0, 0],
    [0.4, 0],
    [0.4, 0.7],
    [1, 0.7],
    [1, 1],
    [0, 1],
  ],
  T: [
    [0, 0],
    [1, 0],
    [1, 0.3],
    [0.65, 0.3],
    [0.65, 1],
    [0.35, 1],
    [0.35, 0.3],
    [0, 0.3],
  ],
} as const

function drawn(corners: readonly (readonly [number, number])[], widthPx: number, heightPx: number) {
  return polygonOutline(corners.map(([x, y]) => [Math.round(x * widthPx), Math.round(y * heightPx)] as const))
}

test("boxes, ellipses and a Z look the same upside down, an L, a T and what has a label do not", () => {
  const ellipse = Array.from({ length: 40 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 40
    return [0.5 + Math.cos(angle) / 2, 0.5 + Math.sin(angle) / 2] as const
  })
  for (const [widthPx, heightPx] of [
    [900, 1203],
    [301, 97],
  ]) {
    expect(isHalfSymmetric(boxOutline(widthPx, heightPx))).toBe(true)
    expect(isHalfSymmetric(drawn(ellipse, widthPx, heightPx))).toBe(true)
    expect(isHalfSymmetric(drawn(letters.Z, widthPx, heightPx))).toBe(true)
    expect(isHalfSymmetric(drawn(letters.L, widthPx, heightPx))).toBe(false)
    expect(isHalfSymmetric(drawn(letters.T, widthPx, heightPx))).toBe(false)
    expect(
      isHalfSymmetric(withFoot(boxOutline(widthPx, heightPx), { stripPx: 30, reservePx: 30 }, true)),
    ).toBe(false)
  }
})
