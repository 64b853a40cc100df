import { useQuery } from "@tanstack/react-query"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { deliveryAddressesOptions, oldestFirst } from "../integrations/delivery-calls.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"

type Template = Pick<SheetTemplate, "_id" | "isDefault" | "addressId" | "carriesFiles">

/** How files reach a print shop: its address first, then the others; or by the seller's own hand. */
export type ShopWay = { addresses: DeliveryAddress[]; carriesFiles: boolean }

/**
 * Returns the address of a template's print shop: the one that it names. The default template without one
 * has the address that was added first, of those that no other template names.
 */
export function shopAddress(
  template: Template,
  templates: readonly Template[],
  addresses: readonly DeliveryAddress[],
): DeliveryAddress | null {
  const named = addresses.find(({ _id }) => _id === template.addressId)
  if (named) return named
  return template.isDefault ? (unnamed(templates, addresses)[0] ?? null) : null
}

/** Returns the addresses that no template names, the oldest first. */
export function unnamed(
  templates: readonly Template[],
  addresses: readonly DeliveryAddress[],
): DeliveryAddress[] {
  const taken = new Set(templates.map(({ addressId }) => addressId))
  return oldestFirst(addresses).filter(({ _id }) => !taken.has(_id))
}

/** Returns whether a template is a further print shop: prints with another one go to the first. */
export function isFurtherShop({ isDefault, addressId, carriesFiles }: Template): boolean {
  return !isDefault && (addressId !== null || carriesFiles)
}

/** Returns the way of prints with this template: its print shop's, or the first one's. */
export function wayOf(
  sheetTemplateId: string | null,
  templates: readonly Template[],
  addresses: readonly DeliveryAddress[],
): ShopWay {
  const template =
    templates.find((one) => one._id === sheetTemplateId && isFurtherShop(one)) ??
    templates.find(({ isDefault }) => isDefault)
  const first = template ? shopAddress(template, templates, addresses) : null
  const others = oldestFirst(addresses).filter((address) => address !== first)
  return {
    addresses: first ? [first, ...others] : others,
    carriesFiles: template?.carriesFiles ?? false,
  }
}

/** Returns the way of a print's files; undefined until it is known. */
export function useShopWay(sheetTemplateId: string | null): ShopWay | undefined {
  const templates = useQuery(sheetTemplatesOptions()).data?.data
  const addresses = useQuery(deliveryAddressesOptions()).data
  return templates && addresses && wayOf(sheetTemplateId, templates, addresses)
}
