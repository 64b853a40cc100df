/**
 * The carriers of parcels: the name that people know and Shopify links by, and Etsy's word for it. Any
 * other name is allowed; Etsy calls those `other`.
 */
export const carriers = [
  { name: "USPS", etsy: "usps" },
  { name: "UPS", etsy: "ups" },
  { name: "FedEx", etsy: "fedex" },
  { name: "DHL Express", etsy: "dhl" },
  { name: "Canada Post", etsy: "canada-post" },
  { name: "Royal Mail", etsy: "royal-mail" },
  { name: "Australia Post", etsy: "australia-post" },
  { name: "Deutsche Post", etsy: "deutsche-post" },
] as const

/** Returns Etsy's word for a carrier, in any case of letters. */
export function etsyCarrier(name: string): string {
  const wanted = name.trim().toLowerCase()
  return carriers.find((carrier) => carrier.name.toLowerCase() === wanted)?.etsy ?? "other"
}
