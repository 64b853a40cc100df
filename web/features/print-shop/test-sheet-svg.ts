/** The units of the drawing in an inch. */
const INCH = 100
const MM = INCH / 25.4
const LINES_MM = [0.1, 0.2, 0.3, 0.5, 0.8, 1, 1.5, 2]
const COLOURS = ["#00aeef", "#ec008c", "#fff200", "#000", "#ed1c24", "#00a651", "#2e3192", "#808080", "#fff"]
const POINTS = [6, 8, 10, 14]
/** The space between blocks, and beneath the ruler. */
const GAP = 0.25 * INCH

type Block = { width: number; height: number; draw: (x: number, y: number) => string }

/**
 * Returns the picture of a test sheet, so many whole inches wide: a ruler along each side, lines and gaps in
 * widths that are written beside them, colours with white, small letters, and a star for the cut line.
 */
export function testSheetSvg(widthIn: number): string {
  const width = widthIn * INCH
  let [x, y, bottom] = [GAP * 2, GAP * 2, 0]
  const drawn = blocks.map((block) => {
    if (x + block.width > width && x > GAP * 2) {
      x = GAP * 2
      y = bottom + GAP
    }
    const parts = block.draw(x, y)
    bottom = Math.max(bottom, y + block.height)
    x += block.width + GAP
    return parts
  })
  const heightIn = Math.ceil(bottom / INCH)
  const rulers = [
    ...ticks(widthIn).map(({ at, length }) => rect(at, 0, 1, length)),
    ...ticks(heightIn).map(({ at, length }) => rect(0, at, length, 1)),
    ...numbers(widthIn).map((n) => text(n * INCH + 3, 20, 10, String(n))),
    ...numbers(heightIn).map((n) => text(18, n * INCH + 10, 10, String(n))),
  ]
  const [right, height] = [Math.max(width, GAP * 2 + 1), heightIn * INCH]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${height}" viewBox="0 0 ${right} ${height}">${rect(0, 0, width, 1.5)}${rect(0, 0, 1.5, height)}${[...rulers, ...drawn].join("")}</svg>`
}

const blocks: readonly Block[] = [
  {
    width: 1.4 * INCH,
    height: LINES_MM.length * 16,
    draw: (x, y) =>
      LINES_MM.map(
        (mm, i) => rect(x, y + i * 16, 90, mm * MM) + text(x + 96, y + i * 16 + 7, 9, `${mm} mm`),
      ).join(""),
  },
  {
    width: 1.4 * INCH,
    height: LINES_MM.length * 16,
    draw: (x, y) =>
      LINES_MM.map((mm, i) => {
        const gap = mm * MM
        const bar = (15 - gap) / 2
        const top = y + i * 16
        return `${rect(x, top, 90, bar)}${rect(x, top + bar + gap, 90, bar)}${text(x + 96, top + 11, 9, `${mm} mm`)}`
      }).join(""),
  },
  {
    width: 3 * 45,
    height: 3 * 45,
    draw: (x, y) =>
      COLOURS.map((fill, i) => rect(x + (i % 3) * 45, y + Math.floor(i / 3) * 45, 40, 40, fill)).join(""),
  },
  {
    width: 1.6 * INCH,
    height: 90,
    draw: (x, y) =>
      POINTS.map((points, i) =>
        text(x, y + 14 + i * 24, (points / 72) * INCH, `${points} pt: Aa Rg 0123`),
      ).join(""),
  },
  {
    width: 1.2 * INCH,
    height: 1.2 * INCH,
    draw: (x, y) => `<path d="${star(x + 60, y + 60, 60)}" fill="#ed1c24"/>`,
  },
]

function numbers(inches: number): number[] {
  return Array.from({ length: inches - 1 }, (_, i) => i + 1)
}

/** Returns a tick for each eighth of an inch, longer at halves and inches. The last ends where the ruler does. */
function ticks(inches: number): { at: number; length: number }[] {
  return Array.from({ length: inches * 8 + 1 }, (_, i) => ({
    at: Math.min((i * INCH) / 8, inches * INCH - 1),
    length: i % 8 === 0 ? 16 : i % 4 === 0 ? 11 : 7,
  }))
}

function rect(x: number, y: number, width: number, height: number, fill = "#000"): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"/>`
}

function text(x: number, y: number, size: number, words: string): string {
  return `<text x="${short(x)}" y="${short(y)}" font-family="Inter" font-size="${short(size)}">${words}</text>`
}

/** Draws five points and a hole. */
function star(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = (i * Math.PI) / 5 - Math.PI / 2
    const r = i % 2 === 0 ? radius : radius * 0.4
    return `${short(x + r * Math.cos(angle))} ${short(y + r * Math.sin(angle))}`
  })
  const hole = radius / 6
  return `M${points.join("L")}ZM${short(x - hole)} ${short(y)}a${hole} ${hole} 0 1 0 ${2 * hole} 0a${hole} ${hole} 0 1 0 ${-2 * hole} 0Z`
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
