import { countFormat } from "@/components/format/count-format";
import { columnHeaderStyle } from "@/components/list/column-header-style";
import { classNames } from "@/components/ui/class-names";
import { Section } from "@/components/ui/page/section";
import type { DriftListView } from "@/lib/intake/drift/views";
import { type AcknowledgeAction, AcknowledgeForm } from "./acknowledge-form";
import { DriftRow } from "./drift-row";

type DriftSectionProps = {
  title: string;
  description: string;
  /** What stands where nothing was seen. */
  empty: string;
  list: DriftListView;
  now: Date;
  timeZone: string;
  acknowledge: AcknowledgeAction;
};

/** A table of what was seen, and how to mark all of it as known. */
export function DriftSection(props: DriftSectionProps) {
  const { title, description, empty, list, ...row } = props;
  const unknown = list.items.filter(({ acknowledged }) => !acknowledged);
  return (
    <Section
      title={title}
      description={description}
      actions={
        unknown.length > 1 ? (
          <AcknowledgeForm
            drifts={unknown}
            label={`Acknowledge all: ${title}`}
            action={row.acknowledge}
          >
            Acknowledge all {unknown.length}
          </AcknowledgeForm>
        ) : null
      }
    >
      {list.items.length === 0 ? (
        <p className="text-dense text-muted">{empty}</p>
      ) : (
        <table
          aria-label={title}
          className="-mx-4 -my-4 block w-[calc(100%+2rem)] border-separate border-spacing-0 text-dense lg:table"
        >
          <thead className="sr-only lg:not-sr-only lg:table-header-group">
            <tr>
              {columns.map(({ name, className }) => (
                <th key={name} scope="col" className={classNames(columnHeaderStyle, className)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block lg:table-row-group">
            {list.items.map((drift) => (
              <DriftRow key={drift.id} drift={drift} {...row} />
            ))}
          </tbody>
        </table>
      )}
      {list.more > 0 ? (
        <p className="mt-8 text-dense text-muted">
          And {countFormat.format(list.more)} more, seen first before these.
        </p>
      ) : null}
    </Section>
  );
}

const columns = [
  { name: "What", className: "lg:pl-4" },
  { name: "Deliveries", className: "w-24 text-right" },
  { name: "First", className: "w-36" },
  { name: "Last", className: "w-36" },
  { name: "Known", className: "w-44 text-right lg:pr-4" },
];
