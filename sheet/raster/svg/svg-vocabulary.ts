/** The elements of SVG artwork. Everything else is left out before the renderer sees it. */

// Calls are marked pure, so that the edge, which only probes an SVG, leaves the lists out.
const words = (text: string) => new Set(text.split(/\s+/).filter((word) => word !== ""))

export const ELEMENTS = /* @__PURE__ */ words(`
  svg g defs symbol use a switch style
  path rect circle ellipse line polyline polygon image
  text tspan textPath
  clipPath mask pattern marker linearGradient radialGradient stop
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`)

export const ATTRIBUTES = /* @__PURE__ */ words(`
  id style transform d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height viewBox
  preserveAspectRatio dx dy rotate textLength lengthAdjust startOffset side method spacing
  offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 order kernelMatrix divisor
  bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent
  kernelUnitLength azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle scale xChannelSelector
  yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles tableValues slope intercept
  amplitude exponent systemLanguage requiredFeatures xml:space
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering direction display dominant-baseline enable-background fill
  fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust
  font-stretch font-style font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical
  image-rendering isolation kerning letter-spacing lighting-color marker marker-end marker-mid marker-start
  mask mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-overflow text-rendering transform-box
  transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode
`)

/** Properties whose url() points at an element. */
export const REFERENCE_PROPERTIES = /* @__PURE__ */ words(
  "fill stroke mask clip-path filter marker marker-start marker-mid marker-end",
)

/** Properties that the renderer takes from style sheets and style attributes. Others have no effect there. */
export const PRESENTATION = /* @__PURE__ */ words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
  font-family font-kerning font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation letter-spacing lighting-color
  marker-end marker-mid marker-start mask mix-blend-mode opacity overflow paint-order shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-overflow text-rendering transform unicode-bidi
  vector-effect visibility white-space word-spacing writing-mode
`)
