import Link from "next/link";
import { fillText } from "@/components/format/fill-text";
import { FieldChange } from "@/components/recordings/detail/field-change";
import { fieldLabels } from "@/components/recordings/detail/fields";
import { HistoryDelivery, HistoryPoint } from "@/components/recordings/detail/history-point";
import { ChangeGroup } from "@/components/recordings/detail/record-changes";
import { recordingHref } from "@/components/recordings/recording-href";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Section } from "@/components/ui/page/sections";
import type { PersonHistoryView } from "@/lib/customers/views";
import { customersDetailTexts } from "./texts.en";

type PersonHistoryProps = {
  history: PersonHistoryView;
  timeZone: string;
  /** Administrators alone may have the bytes of a delivery. */
  isAdministrator: boolean;
};

/** What became of the person's data, newest first, and which call brought it. */
export function PersonHistory({ history, timeZone, isAdministrator }: PersonHistoryProps) {
  const t = customersDetailTexts().history;
  const viewer = { timeZone, isAdministrator };
  const ofList = history.entries.filter(isOfListAlone);
  const others = history.entries.filter((entry) => !isOfListAlone(entry));
  return (
    <Section title={t.title}>
      <HistoryList entries={others} {...viewer} />
      {ofList.length > 0 ? (
        <div className={others.length > 0 ? "mt-4 text-dense" : "text-dense"}>
          <Disclosure summary={t.ofListAlone(ofList.length)}>
            <HistoryList entries={ofList} {...viewer} />
          </Disclosure>
        </div>
      ) : null}
      {history.entries.length === 0 ? (
        <p className="text-dense text-muted">{t.nothingChanged}</p>
      ) : null}
      {history.isFromBeginning ? null : (
        <p className="mt-4 text-dense text-muted">{t.olderChanges}</p>
      )}
    </Section>
  );
}

type Entry = PersonHistoryView["entries"][number];

/** A person may be on several lists by turns, which says nothing of the person. */
function isOfListAlone({ changes }: Entry): boolean {
  return changes?.every(({ field }) => field === "rosterAttachment") ?? false;
}

type HistoryListProps = Omit<PersonHistoryProps, "history"> & { entries: Entry[] };

function HistoryList({ entries, timeZone, isAdministrator }: HistoryListProps) {
  const t = customersDetailTexts().history;
  return (
    <ol className="text-dense empty:hidden">
      {entries.map(({ recordingId, deliveryId, acceptedAt, changes }, index) => (
        <HistoryPoint
          // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may name a person twice
          key={index}
          title={changes ? t.changed : t.firstSeen}
          at={acceptedAt}
          timeZone={timeZone}
          isNews
        >
          {changes ? (
            <ChangeGroup
              rows={changes.map((change) => ({
                key: change.field,
                label: fieldLabels()[change.field],
                value: <FieldChange change={change} timeZone={timeZone} />,
              }))}
            />
          ) : null}
          <p className="text-muted">
            {fillText(t.by, {
              call: (
                <Link
                  href={recordingHref(recordingId)}
                  prefetch={false}
                  className="underline underline-offset-2 hover:text-text"
                >
                  {t.thisCall}
                </Link>
              ),
            })}
          </p>
          <HistoryDelivery
            delivery={{ deliveryId, acceptedAt, isLate: false, isTaken: false }}
            isAdministrator={isAdministrator}
          />
        </HistoryPoint>
      ))}
    </ol>
  );
}
