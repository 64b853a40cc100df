import type { Client } from "../../local/client.ts"
import { connectShop } from "../../local/people.ts"
import { standInAddresses } from "../delivery-address.ts"
import { destinationOf } from "../destination.ts"
import { ownFontFile } from "../font-files.ts"
import { logoSvg } from "../logo-svg.ts"

/** Gives a seller some of everything that calls are about; `shop` names their shop at the marketplace. */
export async function givenThings(seller: Client, standInsOrigin: string, shop: string): Promise<void> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], "logo.svg"))
  const [image] = await seller.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const size = await seller.expect<{ _id: string }>("POST", "/api/sizes", { name: "Small", value: 2 })
  const item = { imageId: image._id, sizeId: size._id, quantity: 1 }
  await seller.expect("POST", "/api/prints", { printItems: [item] })
  await connectShop(seller, shop)
  for (const address of Object.values(standInAddresses(standInsOrigin)))
    await seller.expect("POST", "/api/delivery-addresses", address)
  await seller.expect("POST", "/api/destinations", destinationOf())
  const fonts = new FormData()
  fonts.append("files", new File([ownFontFile("pacifico-400", `Own ${shop}`)], "own.ttf"))
  await seller.expect("POST", "/api/fonts", fonts)
  const url = `${standInsOrigin}/listener/${shop}`
  await seller.expect("POST", "/api/event-endpoints", { url, events: ["job.ended", "print.completed"] })
}
