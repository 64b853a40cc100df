import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { sidesText } from "../../../contract/length.ts"
import type { ShownProof } from "../../../contract/orders/shown-proof.ts"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { formatCount } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { queryClient } from "../../lib/query-client.ts"
import { garmentColour } from "../sheet-preview/garment.ts"
import { useIsPale } from "../sheet-preview/use-is-pale.ts"
import { garmentOf, isOnShirt, orderedWords } from "./garment-words.ts"
import { AnswerProof } from "./proof-answer.tsx"
import { proofOptions } from "./proof-calls.ts"
import { CloseUp, OnShirt, useDrawn } from "./proof-pictures.tsx"

/** Shows a buyer the piece before it is printed: without an account, under the shop's own name. */
export function ProofScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Proof />
    </QueryClientProvider>
  )
}

function Proof() {
  const { token } = useParams({ from: "/proof/$token" })
  const { data, error, isError } = useQuery(proofOptions(token))
  usePageMeta({ title: data ? `Proof from ${data.shop}` : "Proof" })
  // A proof that is over in the meantime is no longer shown.
  const isOver = error instanceof ApiFailure && [404, 410].includes(error.status)
  if (data && !isOver) return <Page proof={data} token={token} />
  if (!isError)
    return (
      <div
        role="status"
        aria-label="Loading"
        className="flex min-h-dvh flex-col gap-4 p-4 md:flex-row md:p-8"
      >
        <Skeleton className="h-72 flex-1 rounded-xl md:h-auto" />
        <Skeleton className="h-48 flex-1 rounded-xl md:h-auto" />
      </div>
    )
  return (
    <main className="mx-auto max-w-xl px-4 pt-16">
      <EmptyState
        headingLevel="h1"
        title={isOver ? failureWords(error) : "The proof cannot be shown now"}
        description={isOver ? "Ask the shop that sent you the link." : failureWords(error)}
      />
    </main>
  )
}

function Page({ proof, token }: { proof: ShownProof; token: string }) {
  const { shop, orderNumber, picture } = proof
  const drawn = useDrawn(picture)
  const shape = typeof drawn === "object" ? drawn : null
  const isPale = useIsPale(shape && picture)
  const ordered = garmentOf(proof)
  const garment = ordered ?? (isPale ? "black" : "heather")
  const words = orderedWords(proof)
  const onShirt = isOnShirt(proof)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 flex-none items-center gap-2.5 border-line border-b px-4 md:px-8">
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-md bg-ink text-xs font-[680] text-canvas"
        >
          {initialsOf(shop)}
        </span>
        <span className="min-w-0 truncate text-base font-[620]">{shop}</span>
        <span className="ml-auto text-sm whitespace-nowrap text-ink-2">Order {orderNumber}</span>
      </header>
      <main className="flex min-h-0 flex-1 flex-col md:flex-row">
        <div className="flex min-w-0 flex-1 flex-col gap-4 p-4 md:h-[calc(100dvh-3.5rem)] md:flex-row md:p-8">
          {drawn === "failed" ? (
            <Notice tone="warn" className="self-start">
              The picture cannot be drawn right now. Open this page again in a few minutes.
            </Notice>
          ) : (
            <>
              {onShirt && (
                <figure className="flex min-w-0 flex-1 flex-col">
                  <div className="min-h-0 flex-1 overflow-hidden rounded-xl bg-sunken px-4 pt-5 coarse:h-64 coarse:flex-none md:grid md:place-items-center md:px-4 md:py-8">
                    <OnShirt {...{ proof, garment, shape }} />
                  </div>
                  <Caption>{proof.size === "" ? "On the shirt" : `On the shirt, ${proof.size}`}</Caption>
                </figure>
              )}
              <figure className="flex min-w-0 flex-1 flex-col">
                <CloseUp {...{ proof, garment, shape }} />
                <Caption>Close up, as it will print</Caption>
              </figure>
            </>
          )}
        </div>
        <aside
          aria-label="What is printed"
          className="flex w-full flex-none flex-col coarse:flex-1 md:h-[calc(100dvh-3.5rem)] md:w-116 md:overflow-y-auto md:border-line md:border-l md:bg-surface"
        >
          <div className="px-4 pb-6 md:px-8 md:pt-8">
            <h1 className="text-xl font-[640] md:text-2xl">Is this right?</h1>
            <p className="mt-1 text-base wrap-anywhere text-ink-2">
              {shop} asks before it prints your order.
            </p>
            <dl className="mt-4 md:mt-6">
              {proof.texts.map(({ label, text }) => (
                <Fact key={label} label={label}>
                  <span className="text-xl font-[640] tracking-[0.08em] whitespace-pre-line">{text}</span>
                </Fact>
              ))}
              <Fact label="Print">{sidesText(proof.widthIn, proof.heightIn, proof.lengthUnit)}</Fact>
              {words !== "" && (
                <Fact label={onShirt ? "Shirt" : "Ordered"}>
                  <span className="inline-flex items-center gap-2">
                    {ordered !== null && (
                      <span
                        aria-hidden="true"
                        className="size-4 flex-none rounded-full ring-1 ring-line-strong"
                        style={{ background: garmentColour(ordered) ?? undefined }}
                      />
                    )}
                    {words}
                  </span>
                </Fact>
              )}
              <Fact label="Pieces">{formatCount(proof.quantity)}</Fact>
            </dl>
          </div>
          <AnswerProof proof={proof} token={token} />
        </aside>
      </main>
    </div>
  )
}

function Caption({ children }: { children: ReactNode }) {
  return <figcaption className="mt-2 text-sm text-ink-2 coarse:hidden">{children}</figcaption>
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-4 border-line-soft border-t py-3 first:border-t-0">
      <dt className="w-24 flex-none text-sm wrap-anywhere text-ink-2">{label}</dt>
      <dd className="min-w-0 flex-1 text-right text-base font-[550] wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Returns the first letters of a name's first two words: `NS`. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2)
  return words.map((word) => [...word][0].toLocaleUpperCase("en")).join("")
}
