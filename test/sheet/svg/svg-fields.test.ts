import { expect, test } from "vitest"
import { fillSvgFields, svgFieldNames } from "../../../sheet/raster/svg/svg-fields.ts"

const head = `<?xml version="1.0"?><!-- {{comment}} --><svg xmlns="http://www.w3.org/2000/svg" id="{{attribute}}">`
const art = `${head}<style>.a{font-family:"{{css}}"}</style><title>{{title}}</title>
  <text class="a">Hello {{ name }}<tspan>#{{number}}, {{name}}</tspan>{{9lives}} {name}</text><text><![CDATA[{{cdata}} & <b>]]></text></svg>`

test("fields are the double braces in drawn text, once each and in order", () => {
  expect(svgFieldNames(art)).toEqual(["name", "number", "cdata"])
  expect(svgFieldNames(`${head}<text>plain</text></svg>`)).toEqual([])
})

test("values take their places as text, whatever they hold", () => {
  const filled = fillSvgFields(art, {
    name: `Zoe & <script>"x"</script>`,
    number: "{{name}} $& $1",
    cdata: "]]>",
  })
  expect(filled).toContain(
    `Hello Zoe &amp; &lt;script&gt;&quot;x&quot;&lt;/script&gt;<tspan>#{{name}} $&amp; $1, Zoe`,
  )
  expect(filled).toContain("<text>]]&gt; &amp; &lt;b&gt;</text>")
  expect(filled.startsWith(`${head}<style>.a{font-family:"{{css}}"}</style><title>{{title}}</title>`)).toBe(
    true,
  )
  // Missing values are empty; the names that every object has are no values.
  expect(fillSvgFields(`<svg><text>a{{toString}}b</text></svg>`, {})).toBe("<svg><text>ab</text></svg>")
  expect(fillSvgFields(`<svg><text>{{a}}</text></svg>`, { a: "x\ny\u0000z" })).toBe(
    "<svg><text>x y z</text></svg>",
  )
})
