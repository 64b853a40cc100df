import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { useModalParam } from "../../lib/use-search-modal.ts"

const BankTransferModal = lazyRouteComponent(() => import("./bank-transfer-modal.tsx"), "BankTransferModal")
const BuyCreditModal = lazyRouteComponent(() => import("./buy-credit-modal.tsx"), "BuyCreditModal")

/** Shows the two ways to pay, on any page whose address has `buyCredit` or `bankTransfer`. */
export function CreditModals() {
  const buyCredit = useModalParam("buyCredit")
  const bankTransfer = useModalParam("bankTransfer")
  return (
    <Suspense>
      {bankTransfer.isOpen ? (
        <BankTransferModal value={bankTransfer.value} onClose={bankTransfer.close} />
      ) : (
        buyCredit.isOpen && <BuyCreditModal value={buyCredit.value} onClose={buyCredit.close} />
      )}
    </Suspense>
  )
}
