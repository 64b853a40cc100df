/** Fonts are bundled as bytes; see the rules in wrangler.press.toml. */
declare module "*.ttf" {
  const bytes: ArrayBuffer
  export default bytes
}
