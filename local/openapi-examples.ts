import { defaultSheetTemplate } from "../contract/artwork/size.ts"
import { MAX_BULK_IDS } from "../contract/limit.ts"

/** Things of the caller's own, by the ids that examples name them with. */
export const exampleIds = {
  image: "0197f3c0-0000-7000-8000-000000000001",
  size: "0197f3c0-0000-7000-8000-000000000002",
  category: "0197f3c0-0000-7000-8000-000000000003",
  print: "0197f3c0-0000-7000-8000-000000000004",
  item: "0197f3c0-0000-7000-8000-000000000005",
  address: "0197f3c0-0000-7000-8000-000000000006",
} as const
const { image, size, category, print, item, address } = exampleIds

/** What a call's summary leaves open, by group and name of the call. */
export const aboutCalls: Readonly<Record<string, string>> = {
  "images.bulkMend": `\`add\` puts the mends behind those that an image has, \`replace\` in their place. \`fit\` puts each where it is best made, and gives its settings to one that does the same work, but never a smaller length. \`others\` are images that the same change mends otherwise. An image counts where it is named first; there are ${MAX_BULK_IDS} in all.`,
}

/**
 * Bodies that show how calls are made, by group and name of the call, in a sequence in which an account can make them
 * (test/worker/operations/examples.test.ts).
 */
export const exampleBodies: Readonly<Record<string, object>> = {
  "tokens.add": {
    name: "Web shop",
    scopes: ["images:write", "prints:read", "prints:write", "prints:spend"],
    isTest: true,
  },
  "sizes.add": { name: "Left chest", value: 3.5 },
  "sizes.update": { name: "Left chest", value: 4 },
  "imageCategories.add": { name: "Retro" },
  "imageCategories.update": { name: "Retro, white" },
  "images.update": { name: "Luna moth", imageCategoryId: category },
  "images.bulkUpdate": { images: [{ _id: image, imageCategoryId: null }] },
  "ink.many": { items: [{ imageId: image, widthIn: 10 }] },
  "sheetTemplates.add": { ...defaultSheetTemplate, name: "13 in roll", widthIn: 13, isDefault: false },
  "deliveryAddresses.add": {
    kind: "WebDAV",
    name: "Kim's Prints",
    url: "https://files.example.com/inbox",
    user: "my-shop",
    password: "correct horse battery staple",
    isAutomatic: false,
  },
  "jobs.add": {
    action: "quote",
    items: [{ imageId: image, widthIn: 10, quantity: 4 }],
    maxCredits: 20,
    reference: "order-1001",
  },
  "prints.add": { name: "Friday", printItems: [{ imageId: image, sizeId: size, quantity: 2 }] },
  "prints.update": { name: "Friday, second shift" },
  "prints.addItem": { imageId: image, sizeId: size, quantity: 1 },
  "prints.updateItem": { quantity: 3 },
  "prints.duplicate": { name: "Saturday" },
  "prints.bulkFindings": { printIds: [print] },
  "printLayouts.dryRun": { packing: "tightest" },
  "prints.process": { effort: "quick" },
  "manifests.tick": { ticks: [{ itemId: item, copy: 1, isDone: true }] },
  "prints.remake": { copies: [{ itemId: item, copy: 1 }], reason: "cut" },
  "shares.add": { printIds: [print] },
  "prints.bulkDownload": { printIds: [print] },
  "deliveries.add": { addressId: address },
  "prints.bulkDelete": { printIds: [print] },
  "prints.bulkDeleteForce": { printIds: [print] },
  "images.bulkDelete": { ids: [image] },
}
