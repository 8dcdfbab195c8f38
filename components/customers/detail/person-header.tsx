import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { CustomerFlags } from "@/components/customers/customer-flags";
import { countFormat } from "@/components/format/count-format";
import { Instant } from "@/components/format/instant";
import { PhoneNumber } from "@/components/format/phone-number";
import { toCustomerName } from "@/components/format/to-customer-name";
import type { PersonView } from "@/lib/customers/views";

type PersonHeaderProps = { person: PersonView; timeZone: string };

/** Who it is, and what one asks first. */
export function PersonHeader({ person, timeZone }: PersonHeaderProps) {
  return (
    <header>
      <Link
        href="/customers"
        prefetch={false}
        className="inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Customers
      </Link>
      <h1 className="wrap-anywhere mt-2 font-semibold text-2xl tracking-tight">
        <bdi>{toCustomerName(person)}</bdi>
      </h1>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-muted">
        <span className="tabular-nums">
          {countFormat.format(person.calls)} {person.calls === 1 ? "call" : "calls"}
        </span>
        {person.lastCallAt ? (
          <span>
            Last call <Instant at={person.lastCallAt} timeZone={timeZone} />
          </span>
        ) : null}
        <PhoneNumber phoneNumber={person.phoneNumber} isCorrect={person.isPhoneNumberCorrect} />
        <CustomerFlags {...person} />
      </div>
    </header>
  );
}
