import { useQueries } from "@tanstack/react-query"
import { imageListQuerySchema } from "../../../contract/artwork/image.ts"
import { MAX_SEARCH_LENGTH } from "../../../contract/limit.ts"
import { type ListReply, listQuerySchema } from "../../../contract/list.ts"
import { orderListQuerySchema } from "../../../contract/orders/order.ts"
import { formatDate, formatTotal, plural, shortId } from "../../lib/format.ts"
import { formatSize } from "../../lib/length.ts"
import { useSettled } from "../../lib/use-settled.ts"
import { imagesOptions } from "../images/image-calls.ts"
import { ordersOptions } from "../orders/order-calls.ts"
import { printSearchSchema, printsOptions } from "../prints/print-calls.ts"
import { sizesOptions } from "../sizes/size-calls.ts"

/** Something of the seller's, and its page. `picture` is the path of its preview. */
export type Find = { id: string; words: string; note: string; href: string; picture?: string | null }
export type FindGroup = { title: string; finds: Find[]; total: string; hasMore: boolean; allHref: string }

/** The rows of each kind; the rest is a page away. */
const FINDS_EACH = 4
/** The pause in typing before the server is asked. */
const PAUSE_MS = 150

/**
 * Returns prints, orders, images and sizes that the server's lists find for the typed text; none while it is
 * still being typed, so that no row of an earlier text is acted on.
 */
export function useFinds(typed: string): { groups: FindGroup[]; isSearching: boolean } {
  const text = typed.slice(0, MAX_SEARCH_LENGTH)
  const search = useSettled(text, PAUSE_MS)
  const query = { search, limit: FINDS_EACH }
  const isOn = search !== ""
  const [prints, orders, images, sizes] = useQueries({
    queries: [
      { ...printsOptions(printSearchSchema.parse({ ...query, sortBy: "createdAt" })), enabled: isOn },
      { ...ordersOptions(orderListQuerySchema.parse(query)), enabled: isOn },
      { ...imagesOptions({ ...imageListQuerySchema.parse(query), imageCategory: "" }), enabled: isOn },
      { ...sizesOptions(listQuerySchema.parse({ ...query, sortBy: "value" })), enabled: isOn },
    ],
  })
  if (search !== text || !isOn) return { groups: [], isSearching: text !== "" }
  const lists = [prints, orders, images, sizes]
  const all = encodeURIComponent(search)
  const groups: FindGroup[] = [
    {
      title: "Prints",
      ...totalOf(prints.data),
      allHref: `/prints?search=${all}`,
      finds: (prints.data?.data ?? []).map((print) => ({
        id: print._id,
        words: print.name,
        note: `${shortId(print._id)}, ${print.status}, ${plural(print.copies, "copy", "copies")}`,
        href: `/prints/${print._id}`,
      })),
    },
    {
      title: "Orders",
      ...totalOf(orders.data),
      allHref: `/orders?search=${all}`,
      finds: (orders.data?.data ?? []).map((order) => ({
        id: order._id,
        words: `${order.orderNumber} ${order.buyerInfo.name}`,
        note: `${order.status}, ${formatDate(order.integrationOrderCreatedDate)}`,
        href: `/orders?search=${encodeURIComponent(order.orderNumber)}`,
      })),
    },
    {
      title: "Images",
      ...totalOf(images.data),
      allHref: `/images?search=${all}`,
      finds: (images.data?.data ?? []).map((image) => ({
        id: image._id,
        words: image.name,
        note: image.imageCategory?.name ?? "",
        href: `/images?editImage=${image._id}`,
        picture: image.previewFile?.path ?? null,
      })),
    },
    {
      title: "Sizes",
      ...totalOf(sizes.data),
      allHref: `/sizes?search=${all}`,
      finds: (sizes.data?.data ?? []).map((size) => ({
        id: size._id,
        words: formatSize(size),
        note: "",
        href: `/sizes?editSize=${size._id}`,
      })),
    },
  ]
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    isSearching: lists.some((list) => list.isFetching),
  }
}

function totalOf(list: ListReply<unknown> | undefined): Pick<FindGroup, "total" | "hasMore"> {
  if (!list) return { total: "", hasMore: false }
  return { total: formatTotal(list.pagination), hasMore: list.pagination.totalDocuments > list.data.length }
}

/** Returns `All 104 prints that match` */
export function allWords({ title, total }: FindGroup): string {
  return `All ${total} ${title.toLowerCase()} that match`
}
