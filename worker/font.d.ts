/** Bundled as bytes, see the rules in wrangler.jsonc. */
declare module "*.ttf" {
  const bytes: ArrayBuffer
  export default bytes
}
