/**
 * Returns the address of a Shopify shop from texts that people type and copy: the shop's, its admin's,
 * or its name alone. Null for anything else: nothing is ever sent to another host.
 */
export function shopifyShop(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const inAdmin = /^(?:https:\/\/)?admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]{0,99})(?:[/?#].*)?$/.exec(
    text,
  )
  const own = /^(?:https:\/\/)?([a-z0-9][a-z0-9-]{0,99})(?:\.myshopify\.com(?:\/.*)?)?$/.exec(text)
  const name = inAdmin?.[1] ?? own?.[1]
  return name === undefined ? null : `${name}.myshopify.com`
}
