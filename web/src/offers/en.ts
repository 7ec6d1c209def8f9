import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  offers: {
    title: "Offer {number}",
    pane: "Offer",
    loading: "Loading the offer…",
    failed: "The offer did not load",
    failedHint: "The conversation goes on.",
    missing: "The offer is not available",
    missingHint: "It was withdrawn or is not yours to see. Ask the operator.",
    vehicle: "Vehicle",
    engine: "Engine",
    vin: "VIN",
    plate: "Plate",
    customer: "Customer",
    lines: "{count, plural, one {# part} other {# parts}}",
    noLines: "The offer has no parts yet.",
    chip: {
      line: "Part code {code}, show in the offer",
      vin: "VIN {code}, show in the offer",
      plate: "Number plate {code}, show in the offer",
    },
    copying: {
      name: { line: "Copy code {code}", vin: "Copy VIN {code}", plate: "Copy plate {code}" },
      tip: { line: "Copy code", vin: "Copy VIN", plate: "Copy plate" },
      done: { line: "Code copied: {code}", vin: "VIN copied: {code}", plate: "Plate copied: {code}" },
      failed: {
        line: "The code was not copied. Select it and copy it by hand.",
        vin: "The VIN was not copied. Select it and copy it by hand.",
        plate: "The plate was not copied. Select it and copy it by hand.",
      },
    },
    quantity: "{count, plural, one {# pc} other {# pcs}}",
    inStock: "In stock: {count, number}",
    onOrder: "On order",
    deliveryToday: "delivery today",
    delivery: "delivery in {count, plural, one {# day} other {# days}}",
    net: "Total without VAT",
    vat: "VAT",
    gross: "Total to pay",
    validUntil: "Valid until {date}",
    expiredOn: "Expired on {date}",
    status: {
      draft: "Draft",
      sent: "Sent",
      accepted: "Accepted",
      ordered: "Ordered",
      expired: "Expired",
    },
    lineStatus: {
      offered: "Offered",
      alternative: "Alternative",
      accepted: "Accepted",
      declined: "Declined",
    },
  },
};
