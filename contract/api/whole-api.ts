import { account } from "./account-api.ts"
import { artwork } from "./artwork-api.ts"
import { artworkRules } from "./artwork-rule-api.ts"
import { assistants } from "./assistant-api.ts"
import { autopilots } from "./autopilot-api.ts"
import { consents } from "./consent-api.ts"
import { deliveries, deliveryAddresses } from "./delivery-api.ts"
import { destinations } from "./destination-api.ts"
import { eventEndpoints, events } from "./event-endpoint-api.ts"
import { fonts } from "./font-api.ts"
import { files, imageCategories, images } from "./image-api.ts"
import { ink } from "./ink-api.ts"
import { integrations } from "./integration-api.ts"
import { jobs } from "./job-api.ts"
import { live, notifications } from "./live-api.ts"
import { members, workplaces } from "./member-api.ts"
import { operations } from "./operations-api.ts"
import { orders } from "./order-api.ts"
import { orderImports } from "./order-import-api.ts"
import { packages, payments, statements, webhooks } from "./payment-api.ts"
import { manifests, printLayouts, prints } from "./print-api.ts"
import { printFiles } from "./print-files-api.ts"
import { profile } from "./profile-api.ts"
import { proofs } from "./proof-api.ts"
import { reports } from "./report-api.ts"
import { shares } from "./share-api.ts"
import { shownProofs } from "./shown-proof-api.ts"
import { operator, site } from "./site-api.ts"
import { sheetTemplates, sizes } from "./size-api.ts"
import { today } from "./today-api.ts"
import { tokens } from "./token-api.ts"
import { undos } from "./undo-api.ts"
import { audit, users } from "./user-api.ts"

/** All calls of the API. The group and the name together make its operation id. */
export const wholeApi = {
  site,
  account,
  profile,
  members,
  workplaces,
  tokens,
  assistants: { ...assistants, ...consents },
  images,
  artwork,
  ink,
  imageCategories,
  files,
  sizes,
  sheetTemplates,
  destinations,
  fonts,
  jobs,
  prints,
  printFiles,
  printLayouts,
  manifests,
  shares,
  deliveryAddresses,
  deliveries,
  eventEndpoints,
  events,
  integrations,
  orders,
  proofs: { ...proofs, ...shownProofs },
  artworkRules,
  orderImports,
  today,
  autopilots,
  reports,
  packages,
  payments,
  statements,
  undos,
  notifications,
  live,
  users,
  audit,
  operations,
  operator,
  webhooks,
}

/** The description of each group. */
export const aboutGroups: Record<keyof typeof wholeApi, string> = {
  site: "The app itself",
  account: "Signing up, in and out",
  profile: "The signed-in person's own account",
  members: "The people of one's own account",
  workplaces: "The accounts that the signed-in person works in",
  tokens: "Access tokens, by which programs call for an account",
  assistants: "Assistants that may act for an account, and those that ask to",
  images: "A seller's own artwork",
  artwork: "Artwork with values in its fields",
  ink: "What a press will make of images' ink",
  imageCategories: "A seller's own categories of images",
  files: "Files by the paths that rows are shown with",
  sizes: "A seller's own sizes",
  sheetTemplates: "A seller's own sheet templates",
  fonts: "What text is drawn in: the library that comes with the app, and a seller's own",
  destinations: "What machines and programs take: bundled ones and a seller's own",
  jobs: "The whole of a print in one call, for programs",
  prints: "A seller's prints, in the plural or in the singular",
  printFiles: "A completed print's files for other destinations",
  printLayouts: "A print's layout as a document that anybody may propose",
  manifests: "What lies where on a print's sheets, and for which order",
  shares: "Links for the print shop, and what they open without an account",
  deliveryAddresses: "Where a seller has finished files sent",
  eventEndpoints: "Where programs are told what has happened, by Standard Webhooks",
  events: "What has happened, for programs that ask",
  deliveries: "Finished files on their way to such an address",
  integrations: "A seller's stores",
  orders: "A seller's orders",
  proofs: "What a buyer approves before it is printed, by a link without an account",
  artworkRules: "How buyers' answers go into an artwork's fields",
  orderImports: "Orders that come in files",
  today: "A day's work at a glance",
  autopilots: "Prints of a store's orders that make themselves",
  reports: "What a seller has printed, and what it cost",
  packages: "Credit packages, and the two ways to buy one",
  payments: "One's own payments, and everybody's for admins",
  statements: "Every entry of the ledger, for its owner and for admins",
  undos: "Deletions that can be undone for some minutes",
  notifications: "What has happened to the seller's things",
  live: "What happens, as it happens",
  users: "Administration of accounts, in the plural or in the singular",
  audit: "What admins did",
  operations: "How the shop as a whole is doing, for admins",
  operator: "What `npm run export` and `npm run import` need beyond a person's own calls",
  webhooks: "Calls of vendors, which sign what they send",
}
