type Turned = {
  x: number
  widthPx: number
  rotated: boolean
  halfTurned?: true
  label: { x: number; widthPx: number } | null
}

/**
 * Returns a piece as it lies on the mirrored sheet: left and right exchanged. Its stamp has to be the
 * mirrored artwork's. That is mirrored before it is turned, so a quarter turn becomes the other one:
 *
 *     sheet    ┌──────────┐        mirrored  ┌──────────┐
 *              │ ▀█    ▄▄ │  ──►             │ ▄▄    █▀ │
 *              └──────────┘                  └──────────┘
 *
 * Its label lies beside the same side of it, and is drawn mirrored as on every mirrored sheet.
 */
export function mirroredPlacement<P extends Turned>(placement: P, sheetWidthPx: number): P {
  const { halfTurned, label, ...rest } = placement
  const isHalfTurned = placement.rotated ? !halfTurned : halfTurned
  const mirrored = {
    ...rest,
    x: sheetWidthPx - placement.x - placement.widthPx,
    ...(isHalfTurned ? { halfTurned: true as const } : {}),
    label: label && { ...label, x: sheetWidthPx - label.x - label.widthPx },
  }
  // The compiler cannot see that nothing of P was left out.
  return mirrored as unknown as P
}
