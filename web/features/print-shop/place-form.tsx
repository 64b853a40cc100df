import { useMutation, useQuery } from "@tanstack/react-query"
import { Download, FormInput, Inbox, type LucideIcon, RefreshCw, Send, Server } from "lucide-react"
import { useRef, useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Form } from "../../components/ui/form.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { classNames } from "../../lib/class-names.ts"
import {
  AddressFields,
  type AddressKind,
  noAddress,
  useAddressForm,
  valuesOf,
} from "../integrations/address-fields.tsx"
import { ConnectionAnswer } from "../integrations/connection-test.tsx"
import {
  deliveryAddressesOptions,
  saveDeliveryAddress,
  testDeliveryAddress,
} from "../integrations/delivery-calls.ts"
import { saveSheetTemplate } from "../sizes/size-calls.ts"
import { inputOf } from "../sizes/template-form.tsx"
import { FormButtons, type PartFormProps } from "./form-end.tsx"
import { shopName } from "./shop.ts"

type Way = AddressKind | "carried"

const ways: readonly { way: Way; words: string; about: string; Icon: LucideIcon }[] = [
  { way: "WebDAV", words: "To their folder", about: "WebDAV, most servers", Icon: Server },
  { way: "S3", words: "To their bucket", about: "S3 and alike", Icon: Inbox },
  { way: "Form", words: "To their upload form", about: "As their page sends it", Icon: FormInput },
  { way: "carried", words: "I carry them", about: "A download, or one link to send", Icon: Download },
]

/** Asks where files go. An address is saved and tested before it counts as set up. */
export function PlaceForm({ shop, end }: PartFormProps) {
  const savedId = useRef(shop.address?._id ?? null)
  const { template } = shop
  const [isCarried, setIsCarried] = useState(template.carriesFiles)
  const addresses = useQuery(deliveryAddressesOptions()).data ?? []
  const saved = addresses.find(({ _id }) => _id === savedId.current) ?? null
  const form = useAddressForm(
    shop.address ? valuesOf(shop.address) : { ...noAddress, name: shopName(shop) ?? "" },
    async (input) => {
      const { data } = await saveDeliveryAddress(savedId.current, input)
      savedId.current = data._id
      form.reset(valuesOf(data))
      await testDeliveryAddress(data._id)
    },
  )
  const isAsSaved = saved !== null && JSON.stringify(form.values) === JSON.stringify(valuesOf(saved))
  const works = isAsSaved && saved.lastTest?.works === true
  const settle = useMutation({
    mutationFn: async (carriesFiles: boolean) => {
      // The first print shop has its address without naming it; another one is called by its own.
      const isFirst = template.isDefault
      if (isFirst && carriesFiles === template.carriesFiles) return
      const own = isFirst || carriesFiles ? {} : { addressId: savedId.current, name: form.values.name }
      await saveSheetTemplate(template._id, { ...inputOf(template), ...own, carriesFiles })
    },
    onSuccess: (_saved, carriesFiles) => end.onDone(carriesFiles ? "Saved" : "Address saved"),
  })
  return (
    <>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">How files go there</legend>
        {ways.map(({ way, words, about, Icon }) => {
          const isPicked = isCarried ? way === "carried" : way === form.values.kind
          return (
            <button
              key={way}
              type="button"
              aria-pressed={isPicked}
              className={classNames(
                "flex items-start gap-2.5 rounded-md border p-3 text-left",
                isPicked ? "border-accent bg-accent-soft text-accent-ink" : "border-line bg-surface",
              )}
              onClick={() => {
                setIsCarried(way === "carried")
                if (way !== "carried") form.set("kind", way)
              }}
            >
              <Icon className={classNames("mt-0.5 size-4 flex-none", !isPicked && "text-ink-2")} />
              <span className="min-w-0">
                <span className="block text-sm font-[550]">{words}</span>
                <span className={classNames("block text-xs", !isPicked && "text-ink-2")}>{about}</span>
              </span>
            </button>
          )
        })}
      </fieldset>
      {isCarried ? (
        <>
          <p className="mt-4 text-sm text-ink-2">
            Each print has a download, and one link that needs no account: send it by mail or chat.
            {saved?.isAutomatic &&
              ` Every print still goes to ${saved.name}, too, until you switch that off there.`}
          </p>
          <FormButtons
            end={end}
            verb="Done"
            isWorking={settle.isPending}
            onNext={() => settle.mutate(true)}
          />
        </>
      ) : (
        <Form form={form} autoComplete="off" className="mt-4 grid gap-4">
          <NameField
            hint={`Each print has the button “Send to ${form.values.name || "…"}”`}
            {...form.text("name")}
            placeholder="My print shop"
          />
          <AddressFields form={form} address={saved} />
          <CheckRow
            label="Send every print"
            hint="Automatically, once a print is completed"
            checked={form.values.isAutomatic}
            onCheckedChange={(checked) => form.set("isAutomatic", checked)}
          />
          {isAsSaved && !form.isSubmitting && <ConnectionAnswer address={saved} />}
          {!works && (
            <p className="text-sm text-ink-3">
              The test writes a small file there and takes it away. After it you go on.
            </p>
          )}
          <FormButtons
            end={end}
            verb="Done"
            isDisabled={!works || form.isSubmitting}
            isWorking={settle.isPending}
            onNext={() => settle.mutate(false)}
            first={
              <Button
                type="submit"
                variant={works ? undefined : "primary"}
                icon={saved?.lastTest ? <RefreshCw /> : <Send />}
                isLoading={form.isSubmitting}
              >
                {saved?.lastTest ? "Test again" : "Test"}
              </Button>
            }
          />
        </Form>
      )}
    </>
  )
}
