import { Agent } from "node:http"
import { connect } from "node:net"
import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  CustomError,
  type Order,
  OrdersController,
  PayeePaymentMethodPreference,
  PaymentsController,
} from "@paypal/paypal-server-sdk"
import { expect, onTestFinished, test } from "vitest"
import { paypalAccount } from "../../stand-ins/paypal/paypal-account.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

/** PayPal's own client: it calls PayPal's sandbox, and its connections end at the stand-in. */
async function client(secret = paypalAccount.clientSecret) {
  const { origin, close } = await serveStandIns(0)
  onTestFinished(close)
  const agent = new Agent()
  onTestFinished(() => agent.destroy())
  const port = Number(new URL(origin).port)
  const httpsAgent = Object.assign(agent, {
    protocol: "https:",
    createConnection: () => connect(port, "127.0.0.1"),
  })
  const paypal = new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: paypalAccount.clientId, oAuthClientSecret: secret },
    httpClientOptions: { httpsAgent },
  })
  const control = (order: object) =>
    fetch(`${origin}/__control`, { method: "POST", body: JSON.stringify({ vendor: "paypal", ...order }) })
  /** The payer presses a button of PayPal's page: where it leads, or PayPal's issue. */
  const press = async (order: Order, button: "approve" | "cancel", funding = "instant") => {
    const page = order.links?.find(({ rel }) => rel === "payer-action")?.href ?? "no page"
    expect(await (await fetch(page)).text()).toContain(`action="/checkoutnow/${order.id}/${button}"`)
    const pressed = await fetch(`${origin}/checkoutnow/${order.id}/${button}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ funding }),
    })
    if (pressed.status !== 303)
      return ((await pressed.json()) as { details: { issue: string }[] }).details[0].issue
    return pressed.headers.get("location") ?? ""
  }
  return { orders: new OrdersController(paypal), payments: new PaymentsController(paypal), control, press }
}

/** The request of our own checkout, in the client's form. */
function request(invoiceId: string, amount = { currencyCode: "USD", value: "10.00" }) {
  return {
    paypalRequestId: `order-${invoiceId}-${JSON.stringify(amount)}`,
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [
        {
          customId: invoiceId,
          invoiceId,
          description: "100 credits",
          amount,
          payee: { merchantId: paypalAccount.merchantId },
        },
      ],
      paymentSource: {
        paypal: {
          experienceContext: {
            brandName: "Sheetsmith",
            paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
            returnUrl: "https://shop.test/back",
            cancelUrl: "https://shop.test/cancelled",
          },
        },
      },
    },
  }
}

/** Returns the status and issue with which a call is refused, and the field if PayPal names one. */
async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CustomError)) throw new Error(`no refusal of PayPal's: ${String(error)}`)
  const { name, message, debug_id: debugId, details = [] } = error.result ?? {}
  expect([typeof name, typeof message, typeof debugId]).toEqual(["string", "string", "string"])
  const [{ issue, field }] = details
  return [error.statusCode, issue, ...(field === undefined ? [] : [field])]
}

test("PayPal's own client makes, reads, captures and refunds an order that a payer approves", async () => {
  const { orders, payments, press } = await client()
  const made = await orders.createOrder(request("invoice-1"))
  expect(made.statusCode).toBe(201)
  expect(made.result).toMatchObject({ status: "PAYER_ACTION_REQUIRED" })
  expect(made.result).not.toHaveProperty("purchaseUnits")
  const id = made.result.id ?? ""
  const again = await orders.createOrder(request("invoice-1"))
  expect([again.statusCode, again.result.id]).toEqual([200, id])
  const { result: open } = await orders.getOrder({ id })
  expect(open).toMatchObject({
    intent: "CAPTURE",
    purchaseUnits: [{ customId: "invoice-1", payee: { merchantId: paypalAccount.merchantId } }],
  })
  expect(open).not.toHaveProperty("payer")

  expect(await press(open, "cancel")).toBe(`https://shop.test/cancelled?token=${id}`)
  const back = new URL(await press(open, "approve"))
  expect([back.pathname, back.searchParams.get("token")]).toEqual(["/back", id])
  const { result: approved } = await orders.getOrder({ id })
  expect(approved).toMatchObject({
    status: "APPROVED",
    payer: { payerId: back.searchParams.get("PayerID") },
    paymentSource: { paypal: { accountStatus: "VERIFIED" } },
    links: [{ rel: "self" }, { rel: "capture", method: "POST" }],
  })

  const { result: taken } = await orders.captureOrder({
    id,
    paypalRequestId: "capture-1",
    prefer: "return=representation",
  })
  const [capture] = taken.purchaseUnits?.[0].payments?.captures ?? []
  expect(capture).toMatchObject({
    status: "COMPLETED",
    amount: { currencyCode: "USD", value: "10.00" },
    finalCapture: true,
    sellerReceivableBreakdown: { paypalFee: { value: "0.84" }, netAmount: { value: "9.16" } },
  })
  const captureId = capture.id ?? ""
  expect((await payments.getCapturedPayment({ captureId })).result).toMatchObject({
    invoiceId: "invoice-1",
    supplementaryData: { relatedIds: { orderId: id } },
  })

  const part = await payments.refundCapturedPayment({
    captureId,
    paypalRequestId: "refund-1",
    body: { amount: { currencyCode: "USD", value: "4.00" } },
    prefer: "return=representation",
  })
  expect(part.result).toMatchObject({ status: "COMPLETED", amount: { value: "4.00" } })
  expect((await payments.getRefund({ refundId: part.result.id ?? "" })).result).toMatchObject(part.result)
  const rest = await payments.refundCapturedPayment({ captureId, paypalRequestId: "refund-2" })
  expect(rest.result).toMatchObject({ status: "COMPLETED" })
  const { result: refunded } = await orders.getOrder({ id })
  expect(refunded.purchaseUnits?.[0].payments).toMatchObject({
    captures: [{ status: "REFUNDED" }],
    refunds: [{ amount: { value: "4.00" } }, { amount: { value: "6.00" } }],
  })
})

test("an order that takes any money may be paid by eCheck, which is pending for days", async () => {
  const { orders, press } = await client()
  const { paypalRequestId, body } = request("invoice-3")
  const { returnUrl, cancelUrl } = body.paymentSource.paypal.experienceContext
  const { result: order } = await orders.createOrder({
    paypalRequestId,
    body: { ...body, paymentSource: { paypal: { experienceContext: { returnUrl, cancelUrl } } } },
  })
  await press(order, "approve", "echeck")
  const id = order.id ?? ""
  const { result } = await orders.captureOrder({ id, prefer: "return=representation" })
  expect(result.purchaseUnits?.[0].payments?.captures).toMatchObject([
    { status: "PENDING", statusDetails: { reason: "ECHECK" } },
  ])
})

test("PayPal's own client is refused as PayPal documents it, wherever it errs", async () => {
  const stranger = await client("guessed")
  const unknown = await stranger.orders.getOrder({ id: "X" }).catch((error: unknown) => error)
  expect(unknown).toMatchObject({
    statusCode: 401,
    result: { error: "invalid_client" },
  })

  const { orders, payments, control, press } = await client()
  expect(await refusal(orders.getOrder({ id: "UNKNOWN" }))).toEqual([404, "INVALID_RESOURCE_ID"])
  expect(await refusal(orders.captureOrder({ id: "UNKNOWN" }))).toEqual([404, "INVALID_RESOURCE_ID"])
  expect(await refusal(payments.getRefund({ refundId: "UNKNOWN" }))).toEqual([404, "INVALID_RESOURCE_ID"])

  const unit = "/purchase_units/@reference_id=='default'"
  for (const [currencyCode, value, ...expected] of [
    ["USD", "0.00", 422, "CANNOT_BE_ZERO_OR_NEGATIVE", `${unit}/amount/value`],
    ["USD", "10.001", 422, "DECIMAL_PRECISION", `${unit}/amount/value`],
    ["JPY", "10.5", 422, "DECIMAL_PRECISION", `${unit}/amount/value`],
    ["XYZ", "10.00", 422, "INVALID_CURRENCY_CODE", `${unit}/amount/currency_code`],
    ["USD", "ten", 400, "INVALID_PARAMETER_SYNTAX", "/purchase_units/0/amount/value"],
    ["US", "10.00", 400, "INVALID_STRING_LENGTH", "/purchase_units/0/amount/currency_code"],
  ] as const)
    expect(await refusal(orders.createOrder(request("wrong", { currencyCode, value })))).toEqual(expected)
  const { paypalRequestId, body } = request("wrong")
  expect(await refusal(orders.createOrder({ body }))).toEqual([400, "PAYPAL_REQUEST_ID_REQUIRED"])
  expect(
    await refusal(orders.createOrder({ paypalRequestId, body: { ...body, purchaseUnits: [] } })),
  ).toEqual([400, "INVALID_ARRAY_MIN_ITEMS", "/purchase_units"])
  const elsewhere = [{ ...body.purchaseUnits[0], payee: { merchantId: "SOMEBODYELSE" } }]
  expect(
    await refusal(orders.createOrder({ paypalRequestId, body: { ...body, purchaseUnits: elsewhere } })),
  ).toEqual([422, "PAYEE_ACCOUNT_INVALID", `${unit}/payee/merchant_id`])

  const { result: order } = await orders.createOrder(request("invoice-2"))
  const id = order.id ?? ""
  const capture = (paypalRequestId: string) =>
    orders.captureOrder({ id, paypalRequestId, prefer: "return=representation" })
  expect(await refusal(capture("early"))).toEqual([422, "ORDER_NOT_APPROVED"])
  expect(await press(order, "approve", "echeck"), "only what arrives at once").toBe(
    "PAYMENT_SOURCE_CANNOT_BE_USED",
  )
  await press(order, "approve")
  await control({ action: "capture", as: "instrument-declined" })
  expect(await refusal(capture("declined"))).toEqual([422, "INSTRUMENT_DECLINED"])
  expect(await refusal(capture("declined")), "the same request, the same answer").toEqual([
    422,
    "INSTRUMENT_DECLINED",
  ])
  await control({ action: "capture", as: "refused", issue: "PERMISSION_DENIED" })
  expect(await refusal(capture("forbidden"))).toEqual([403, "PERMISSION_DENIED"])
  await control({ action: "capture", as: "pending" })
  const { result: pending } = await capture("held")
  const [held] = pending.purchaseUnits?.[0].payments?.captures ?? []
  expect(held).toMatchObject({ status: "PENDING", statusDetails: { reason: "PENDING_REVIEW" } })
  const captureId = held.id ?? ""
  const refund = (value?: string, currencyCode = "USD") =>
    payments.refundCapturedPayment({ captureId, body: value ? { amount: { currencyCode, value } } : {} })
  expect(await refusal(refund())).toEqual([422, "PENDING_CAPTURE"])
  await control({ action: "decide", captureId, as: "completed" })
  expect(await refusal(capture("again"))).toEqual([422, "ORDER_ALREADY_CAPTURED"])

  const { result: second } = await orders.createOrder({ ...request("invoice-2"), paypalRequestId: "another" })
  await press(second, "approve")
  expect(await refusal(orders.captureOrder({ id: second.id ?? "" }))).toEqual([422, "DUPLICATE_INVOICE_ID"])

  expect(await refusal(refund("10.01"))).toEqual([422, "REFUND_AMOUNT_EXCEEDED", "/amount/value"])
  expect(await refusal(refund("1.00", "EUR"))).toEqual([
    422,
    "REFUND_CAPTURE_CURRENCY_MISMATCH",
    "/amount/currency_code",
  ])
  expect(await refusal(refund("0"))).toEqual([422, "CANNOT_BE_ZERO_OR_NEGATIVE", "/amount/value"])
  await refund()
  expect(await refusal(refund("1.00"))).toEqual([422, "CAPTURE_FULLY_REFUNDED"])

  await control({ action: "expire-tokens" })
  const expired = await orders.getOrder({ id }).catch((error: unknown) => error)
  expect(expired).toBeInstanceOf(ApiError)
  expect(expired).toMatchObject({ statusCode: 401, result: { error: "invalid_token" } })
})
