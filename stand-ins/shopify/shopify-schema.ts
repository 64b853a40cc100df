import { buildSchema } from "graphql"

/**
 * The part of Shopify's Admin GraphQL schema 2026-10 that orders need, word for word as it is published
 * (@shopify/dev-mcp 1.16.0, data/admin_2026-10.json.gz): every type, argument, default and "!" of what
 * is listed is theirs, so a query that passes here passes there. Countries and currencies are scalars
 * here for their length. To serve one more field, copy its line and answer it in shopify-orders.ts.
 */
export const adminSchema = buildSchema(`
type QueryRoot {
  shop: Shop!
  order(id: ID!): Order
  orders(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  node(id: ID!): Node
  currentAppInstallation: AppInstallation!
  bulkOperation(id: ID!): BulkOperation
  bulkOperations(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: BulkOperationsSortKeys = CREATED_AT): BulkOperationConnection!
  currentBulkOperation(type: BulkOperationType = QUERY): BulkOperation
  webhookSubscriptions(after: String, before: String, callbackUrl: URL, first: Int, format: WebhookSubscriptionFormat, last: Int, query: String, reverse: Boolean = false, sortKey: WebhookSubscriptionSortKeys = CREATED_AT, topics: [WebhookSubscriptionTopic!], uri: String): WebhookSubscriptionConnection!
  fulfillmentOrder(id: ID!): FulfillmentOrder
}

type Mutation {
  bulkOperationRunQuery(groupObjects: Boolean! = false, query: String!): BulkOperationRunQueryPayload
  bulkOperationCancel(id: ID!): BulkOperationCancelPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
}

type Shop implements Node {
  id: ID!
  name: String!
  myshopifyDomain: String!
  ianaTimezone: String!
  timezoneOffsetMinutes: Int!
  currencyCode: CurrencyCode!
  email: String!
  url: URL!
  plan: ShopPlan!
}

type ShopPlan {
  displayName: String!
  partnerDevelopment: Boolean!
  publicDisplayName: String!
  shopifyPlus: Boolean!
}

type Order implements Node {
  id: ID!
  legacyResourceId: UnsignedInt64!
  name: String!
  number: Int!
  createdAt: DateTime!
  updatedAt: DateTime!
  processedAt: DateTime!
  cancelledAt: DateTime
  cancelReason: OrderCancelReason
  closed: Boolean!
  closedAt: DateTime
  confirmed: Boolean!
  test: Boolean!
  edited: Boolean!
  sourceName: String
  note: String
  tags: [String!]!
  email: String
  phone: String
  customAttributes: [Attribute!]!
  currencyCode: CurrencyCode!
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  fullyPaid: Boolean!
  unpaid: Boolean!
  requiresShipping: Boolean!
  shippingAddress: MailingAddress
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): LineItemConnection!
  fulfillmentOrders(after: String, before: String, displayable: Boolean = false, first: Int, last: Int, query: String, reverse: Boolean = false): FulfillmentOrderConnection!
  fulfillments(first: Int, query: String): [Fulfillment!]!
  refunds(first: Int): [Refund!]!
  totalPriceSet: MoneyBag!
  currentTotalPriceSet: MoneyBag!
  subtotalPriceSet: MoneyBag
  totalRefundedSet: MoneyBag!
  currentSubtotalLineItemsQuantity: Int!
}

type OrderConnection {
  edges: [OrderEdge!]!
  nodes: [Order!]!
  pageInfo: PageInfo!
}

type OrderEdge {
  cursor: String!
  node: Order!
}

type LineItem implements Node {
  id: ID!
  name: String!
  title: String!
  variantTitle: String
  sku: String
  vendor: String
  quantity: Int!
  currentQuantity: Int!
  unfulfilledQuantity: Int!
  nonFulfillableQuantity: Int!
  refundableQuantity: Int!
  customAttributes: [Attribute!]!
  originalUnitPriceSet: MoneyBag!
  discountedUnitPriceAfterAllDiscountsSet: MoneyBag!
  requiresShipping: Boolean!
  isGiftCard: Boolean!
  image(maxHeight: Int, maxWidth: Int, scale: Int = 1): Image
  product: Product
  variant: ProductVariant
  lineItemGroup: LineItemGroup
}

type LineItemConnection {
  edges: [LineItemEdge!]!
  nodes: [LineItem!]!
  pageInfo: PageInfo!
}

type LineItemEdge {
  cursor: String!
  node: LineItem!
}

type LineItemGroup implements Node {
  id: ID!
  title: String!
  quantity: Int!
}

type Attribute {
  key: String!
  value: String
}

type MoneyBag {
  presentmentMoney: MoneyV2!
  shopMoney: MoneyV2!
}

type MoneyV2 {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

type Image {
  id: ID
  url: URL!
  altText: String
  width: Int
  height: Int
}

type MailingAddress implements Node {
  id: ID!
  name: String
  firstName: String
  lastName: String
  company: String
  address1: String
  address2: String
  city: String
  province: String
  provinceCode: String
  zip: String
  country: String
  countryCodeV2: CountryCode
  phone: String
  formatted(withCompany: Boolean = true, withName: Boolean = false): [String!]!
}

type Product implements Node {
  id: ID!
  title: String!
  handle: String!
  featuredImage: Image
}

type ProductVariant implements Node {
  id: ID!
  title: String!
  sku: String
  selectedOptions: [SelectedOption!]!
  image(maxHeight: Int, maxWidth: Int, scale: Int = 1): Image
}

type SelectedOption {
  name: String!
  value: String!
}

type FulfillmentOrder implements Node {
  id: ID!
  orderId: ID!
  orderName: String!
  status: FulfillmentOrderStatus!
  requestStatus: FulfillmentOrderRequestStatus!
  fulfillAt: DateTime
  fulfillBy: DateTime
  createdAt: DateTime!
  updatedAt: DateTime!
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): FulfillmentOrderLineItemConnection!
  assignedLocation: FulfillmentOrderAssignedLocation!
  supportedActions: [FulfillmentOrderSupportedAction!]!
  fulfillments(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): FulfillmentConnection!
}

type FulfillmentOrderSupportedAction {
  action: FulfillmentOrderAction!
  externalUrl: URL
}

type FulfillmentOrderAssignedLocation {
  name: String!
  countryCode: CountryCode!
}

type FulfillmentOrderConnection {
  edges: [FulfillmentOrderEdge!]!
  nodes: [FulfillmentOrder!]!
  pageInfo: PageInfo!
}

type FulfillmentOrderEdge {
  cursor: String!
  node: FulfillmentOrder!
}

type FulfillmentOrderLineItem implements Node {
  id: ID!
  lineItem: LineItem!
  remainingQuantity: Int!
  totalQuantity: Int!
  sku: String
  productTitle: String!
  variantTitle: String
}

type FulfillmentOrderLineItemConnection {
  edges: [FulfillmentOrderLineItemEdge!]!
  nodes: [FulfillmentOrderLineItem!]!
  pageInfo: PageInfo!
}

type FulfillmentOrderLineItemEdge {
  cursor: String!
  node: FulfillmentOrderLineItem!
}

type Fulfillment implements Node {
  id: ID!
  name: String!
  status: FulfillmentStatus!
  createdAt: DateTime!
  updatedAt: DateTime!
  totalQuantity: Int!
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  displayStatus: FulfillmentDisplayStatus
}

type FulfillmentConnection {
  edges: [FulfillmentEdge!]!
  nodes: [Fulfillment!]!
  pageInfo: PageInfo!
}

type FulfillmentEdge {
  cursor: String!
  node: Fulfillment!
}

type FulfillmentTrackingInfo {
  company: String
  number: String
  url: URL
}

type Refund implements Node {
  id: ID!
  createdAt: DateTime
  note: String
  totalRefundedSet: MoneyBag!
  refundLineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): RefundLineItemConnection!
}

type RefundLineItem {
  id: ID
  lineItem: LineItem!
  quantity: Int!
}

type RefundLineItemConnection {
  edges: [RefundLineItemEdge!]!
  nodes: [RefundLineItem!]!
  pageInfo: PageInfo!
}

type RefundLineItemEdge {
  cursor: String!
  node: RefundLineItem!
}

type AppInstallation implements Node {
  id: ID!
  accessScopes: [AccessScope!]!
}

type AccessScope {
  description: String!
  handle: String!
}

type BulkOperation implements Node {
  completedAt: DateTime
  createdAt: DateTime!
  errorCode: BulkOperationErrorCode
  fileSize: UnsignedInt64
  id: ID!
  objectCount: UnsignedInt64!
  partialDataUrl: URL
  query: String!
  rootObjectCount: UnsignedInt64!
  status: BulkOperationStatus!
  type: BulkOperationType!
  url: URL
}

type BulkOperationConnection {
  edges: [BulkOperationEdge!]!
  nodes: [BulkOperation!]!
  pageInfo: PageInfo!
}

type BulkOperationEdge {
  cursor: String!
  node: BulkOperation!
}

type BulkOperationRunQueryPayload {
  bulkOperation: BulkOperation
  userErrors: [BulkOperationUserError!]!
}

type BulkOperationCancelPayload {
  bulkOperation: BulkOperation
  userErrors: [UserError!]!
}

type BulkOperationUserError implements DisplayableError {
  code: BulkOperationUserErrorCode
  field: [String!]
  message: String!
}

type WebhookSubscription implements Node {
  id: ID!
  topic: WebhookSubscriptionTopic!
  uri: String!
  callbackUrl: URL!
  format: WebhookSubscriptionFormat!
  includeFields: [String!]!
  filter: String
  createdAt: DateTime!
  updatedAt: DateTime!
  apiVersion: ApiVersion!
}

type ApiVersion {
  displayName: String!
  handle: String!
  supported: Boolean!
}

type WebhookSubscriptionConnection {
  edges: [WebhookSubscriptionEdge!]!
  nodes: [WebhookSubscription!]!
  pageInfo: PageInfo!
}

type WebhookSubscriptionEdge {
  cursor: String!
  node: WebhookSubscription!
}

type WebhookSubscriptionCreatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}

type WebhookSubscriptionDeletePayload {
  deletedWebhookSubscriptionId: ID
  userErrors: [UserError!]!
}

type FulfillmentCreatePayload {
  fulfillment: Fulfillment
  userErrors: [UserError!]!
}

type UserError implements DisplayableError {
  field: [String!]
  message: String!
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
  notifyCustomer: Boolean = false
  trackingInfo: FulfillmentTrackingInput
}

input FulfillmentOrderLineItemsInput {
  fulfillmentOrderId: ID!
  fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
}

input FulfillmentOrderLineItemInput {
  id: ID!
  quantity: Int!
}

input FulfillmentTrackingInput {
  company: String
  number: String
  numbers: [String!]
  url: URL
  urls: [URL!]
}

input WebhookSubscriptionInput {
  callbackUrl: URL
  filter: String
  format: WebhookSubscriptionFormat
  includeFields: [String!]
  metafieldNamespaces: [String!]
  name: String
  uri: String
}

enum OrderSortKeys {
  CREATED_AT
  CURRENT_TOTAL_PRICE
  CUSTOMER_NAME
  DESTINATION
  FINANCIAL_STATUS
  FULFILLMENT_STATUS
  ID
  ORDER_NUMBER
  PO_NUMBER
  PROCESSED_AT
  RELEVANCE
  TOTAL_ITEMS_QUANTITY
  TOTAL_PRICE
  UPDATED_AT
}

enum OrderDisplayFinancialStatus {
  AUTHORIZED
  EXPIRED
  PAID
  PARTIALLY_PAID
  PARTIALLY_REFUNDED
  PENDING
  REFUNDED
  VOIDED
}

enum OrderDisplayFulfillmentStatus {
  FULFILLED
  FULFILLMENT_NOT_REQUIRED
  IN_PROGRESS
  ON_HOLD
  OPEN
  PARTIALLY_FULFILLED
  PENDING_FULFILLMENT
  REQUEST_DECLINED
  RESTOCKED
  SCHEDULED
  UNFULFILLED
}

enum OrderCancelReason {
  CUSTOMER
  DECLINED
  FRAUD
  INVENTORY
  OTHER
  STAFF
}

enum FulfillmentOrderStatus {
  CANCELLED
  CLOSED
  INCOMPLETE
  IN_PROGRESS
  ON_HOLD
  OPEN
  SCHEDULED
}

enum FulfillmentOrderRequestStatus {
  ACCEPTED
  CANCELLATION_ACCEPTED
  CANCELLATION_REJECTED
  CANCELLATION_REQUESTED
  CLOSED
  REJECTED
  SUBMITTED
  UNSUBMITTED
}

enum FulfillmentStatus {
  CANCELLED
  ERROR
  FAILURE
  OPEN
  PENDING
  SUCCESS
}

enum FulfillmentDisplayStatus {
  ATTEMPTED_DELIVERY
  CANCELED
  CARRIER_PICKED_UP
  CONFIRMED
  DELAYED
  DELIVERED
  FAILURE
  FULFILLED
  IN_TRANSIT
  LABEL_PRINTED
  LABEL_PURCHASED
  LABEL_VOIDED
  MARKED_AS_FULFILLED
  NOT_DELIVERED
  OUT_FOR_DELIVERY
  PICKED_UP
  READY_FOR_PICKUP
  SUBMITTED
}

enum FulfillmentOrderAction {
  CANCEL_FULFILLMENT_ORDER
  CREATE_FULFILLMENT
  EXTERNAL
  HOLD
  MARK_AS_OPEN
  MERGE
  MOVE
  RELEASE_HOLD
  REPORT_PROGRESS
  REQUEST_CANCELLATION
  REQUEST_FULFILLMENT
  SPLIT
}

enum BulkOperationStatus {
  CANCELED
  CANCELING
  COMPLETED
  CREATED
  EXPIRED
  FAILED
  RUNNING
}

enum BulkOperationErrorCode {
  ACCESS_DENIED
  INTERNAL_SERVER_ERROR
  TIMEOUT
}

enum BulkOperationType {
  MUTATION
  QUERY
}

enum BulkOperationUserErrorCode {
  INVALID
  LIMIT_REACHED
  OPERATION_IN_PROGRESS
}

enum WebhookSubscriptionFormat {
  JSON
  XML
}

enum WebhookSubscriptionSortKeys {
  CREATED_AT
  ID
}

enum BulkOperationsSortKeys {
  COMPLETED_AT
  CREATED_AT
}

enum WebhookSubscriptionTopic {
  APP_UNINSTALLED
  BULK_OPERATIONS_FINISH
  FULFILLMENTS_CREATE
  FULFILLMENTS_UPDATE
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_REJECTED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_CANCELLED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_REJECTED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_FULFILLMENT_SERVICE_FAILED_TO_COMPLETE
  FULFILLMENT_ORDERS_HOLD_RELEASED
  FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_LOCAL_DELIVERY
  FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_PICKUP
  FULFILLMENT_ORDERS_MANUALLY_REPORTED_PROGRESS_STOPPED
  FULFILLMENT_ORDERS_MERGED
  FULFILLMENT_ORDERS_MOVED
  FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE
  FULFILLMENT_ORDERS_PLACED_ON_HOLD
  FULFILLMENT_ORDERS_PROGRESS_REPORTED
  FULFILLMENT_ORDERS_RESCHEDULED
  FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY
  FULFILLMENT_ORDERS_SPLIT
  ORDERS_CANCELLED
  ORDERS_CREATE
  ORDERS_DELETE
  ORDERS_EDITED
  ORDERS_FULFILLED
  ORDERS_LINK_REQUESTED
  ORDERS_PAID
  ORDERS_PARTIALLY_FULFILLED
  ORDERS_RISK_ASSESSMENT_CHANGED
  ORDERS_SHOPIFY_PROTECT_ELIGIBILITY_CHANGED
  ORDERS_UPDATED
  REFUNDS_CREATE
  SHOP_UPDATE
}

interface Node {
  id: ID!
}

interface DisplayableError {
  field: [String!]
  message: String!
}

scalar DateTime
scalar Decimal
scalar URL
scalar UnsignedInt64
scalar CurrencyCode
scalar CountryCode

schema {
  query: QueryRoot
  mutation: Mutation
}
`)
