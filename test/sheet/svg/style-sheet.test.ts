import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { cleanSvg } from "../../../sheet/raster/svg/clean-svg.ts"
import { readRules } from "../../../sheet/raster/svg/css-rules.ts"
import { cleanCss } from "../../../sheet/raster/svg/style-sheet.ts"

const { svg: renderer } = await openNodeHost()
const root =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"'
const PLENTY = 1e10

/**
 * The renderer's own reading of a drawing with style sheets, and its reading of our cleaned text.
 */
function both(inside: string): [string, string] {
  const text = `<svg ${root}>${inside}</svg>`
  const of = (svg: string) => renderer?.simplify(svg, PLENTY).text ?? "no renderer"
  return [of(text), of(cleanSvg(text).text)]
}

test("style sheets give elements what the renderer's own reading gives them", () => {
  const shapes = `<g id="a" class="k m"><path id="p" class="k" fill="#123456" d="M0 0h9v9z"/><rect class="m
    n" width="9" height="9" style="stroke:#00f"/><g><circle r="9"/><rect class="k" width="3" height="3"/></g></g>
    <use href="#p" x="20" class="n"/><path d="M0 0L5 5L9 0" fill="none" data-x="1"/>`
  const sheets = [
    ".k{fill:red} .n{fill:#0f0;stroke:#f0f;stroke-width:3px}",
    "rect{fill:#111} .k{fill:#222} #p{fill:#333} g .k{fill:#444} *{fill:#555}",
    ".k.m{opacity:.5} g>rect{fill:#0a0} path+rect{stroke-width:4} rect:first-child{fill:#00a} circle:first-child{fill:#0aa}",
    '[fill]{stroke:red} [class~=n]{fill:#777} [id="p"]{fill:#888} [id|=p]{stroke-width:2} [fill="#123456"]{stroke:#999}',
    "@import url(x.css); @media print{.k{fill:red} .m{fill:blue}} @charset 'x'; .m{fill:green}",
    "path{marker:url(#z)} a:hover{fill:red} path:nth-child(2){fill:red} g:visited rect{fill:red} .k:lang(en){fill:red}",
    ".k , , .n{fill:#abc} .m,{fill:#def} .9k{fill:red} g > > rect{fill:red} >g{fill:red} g,{fill:#444}",
    ".k{fill:red;;stroke : blue ; *stroke-width:3;opacity:0.5!important;x:y} .n{fill:rgb(1, 2,3);font-family:'A b',c}",
    ".k{fill:inherit} #a{fill:#a1b2c3} .n{stroke:inherit}",
    ".k{fill:red",
    "",
  ]
  const marker = '<marker id="z"><path d="M0 0h1v1z"/></marker>'
  for (const sheet of sheets) {
    const [own, ours] = both(`<style>${sheet.replaceAll(">", "&gt;")}</style>${marker}${shapes}`)
    expect([sheet, ours]).toEqual([sheet, own])
  }
  const two = "<style>.k{fill:red}</style><style type='text/css'>.k{fill:blue}</style>"
  const other = "<style type='text/less'>.k{fill:#fff}</style>"
  const [own, ours] = both(`${shapes}${two}${other}<defs><style>path{fill:#0ff}</style></defs>`)
  expect(ours).toBe(own)
})

test("whatever selectors a sheet is made of, the outcome is the renderer's", () => {
  const random = randomFrom(17)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]
  const compound = () =>
    pick(["g", "path", "*", "", ""]) +
    pick(["", ".a", ".b", ".a.b", "#i3", ":first-child", "[id]", '[class="a"]'])
  const selector = () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => compound() || "g").join(
      pick([" ", ">", "+", " > "]),
    )
  const block = () =>
    `{fill:#${pick(["f00", "0f0", "00f"])};${pick(["opacity:.5", "stroke:#abc", "stroke-width:2", "x:1"])}}`
  let id = 0
  const tree = (depth: number): string => {
    const own = `id="i${id++}" class="${pick(["a", "b", "a b", " b  a", ""])}"`
    if (depth === 0 || random() < 0.3) return `<path ${own} d="M0 0h9v${id}z"/>`
    const style = random() < 0.2 ? ' style="stroke:red"' : ""
    return `<g ${own}${style}>${Array.from({ length: 3 }, () => tree(depth - 1)).join("")}</g>`
  }
  for (let round = 0; round < 40; round++) {
    const rules = Array.from({ length: 12 }, () => selector() + block()).join("\n")
    id = 0
    const [own, ours] = both(`<style>${rules.replaceAll(">", "&gt;")}</style>${tree(4)}`)
    expect([rules, ours]).toEqual([rules, own])
  }
})

test("a rule for all shapes does not paint a pattern's own shapes with that pattern", () => {
  const { text } = cleanSvg(
    `<svg ${root}><style>rect{fill:url(#p)}</style><pattern id="p" width="9" height="9"><rect width="4" height="4"/></pattern><rect width="90" height="90"/></svg>`,
  )
  expect(text).toContain('<rect width="4" height="4" style="fill:none;"/>')
  expect(text).toContain('<rect width="90" height="90" style="fill:url(#p);"/>')
})

test("what reaches outside the file is left out of style sheets, or refused", () => {
  expect(
    cleanCss("@import url(https://x.example/a.css); @font-face{src:url(data:x)} .a{fill:url(#g)}"),
  ).toMatchObject({ isTrimmed: true })
  expect(() => cleanCss(".a{fill:url(https://x.example/a.svg#g)}")).toThrow(/outside/)
})

test.each([
  "a",
  "@font-face ",
  "url(#",
  "/*",
  "@import ",
  "@media{",
  "{",
  "}",
  ".a{",
  "a{b}",
  "x{fill:",
  "x{fill:a(",
  "x{fill:1a1a",
  "!important ",
  "[a=",
  '"',
  " ",
])("four mebibytes of %j are read in one pass", (unit) => {
  const css = unit.repeat(Math.floor((4 << 20) / unit.length))
  expect(readRules(cleanCss(css).css).length).toBeLessThanOrEqual(1)
})

test("style sheets that take too long to apply are refused, large but ordinary ones are not", () => {
  const art = (rules: string, elements: string) =>
    cleanSvg(`<svg ${root}><style>${rules}</style>${elements}</svg>`)
  const path = '<path class="a b"/>'
  const tooComplex = /too complex to draw/
  expect(() => art("g{fill:red}".repeat(15_000), "<g/>".repeat(15_000))).toThrow(tooComplex)
  expect(() => art(".a{fill:red}".repeat(25_000), "")).toThrow(tooComplex)
  expect(() => art(`${".a,".repeat(25_000)}.b{fill:red}`, "")).toThrow(tooComplex)
  expect(() => art(`.z ${"g ".repeat(12)}.a{fill:red}`, "<g>".repeat(55) + path + "</g>".repeat(55))).toThrow(
    tooComplex,
  )
  expect(() => art(`${"g+".repeat(40)}g{fill:red}`, "<g/>")).toThrow(tooComplex)
  expect(() => art(`[class~=c]{fill:red}`.repeat(500), `<g class="${"d ".repeat(20_000)}"/>`)).toThrow(
    tooComplex,
  )
  expect(() => art(`.a{stroke-dasharray:${"1 ".repeat(2000)}}`, path.repeat(1000))).toThrow(tooComplex)
  const classes = Array.from(
    { length: 300 },
    (_, i) => `.cls-${i}{fill:#00${100 + i};stroke-width:.5px}`,
  ).join("")
  const paths = Array.from({ length: 5000 }, (_, i) => `<path class="cls-${i % 300}" d="M0 0h9"/>`).join("")
  expect(art(classes, paths).text).toContain('style="fill:#00399;stroke-width:.5px;"')
})
