import { pageHref } from "@/components/recordings/list-href";
import { firstPage, type RecordingQuery } from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { NewsPill } from "./news-pill";

type ListNewsProps = { query: RecordingQuery; since: string; isEmpty: boolean };

/** What came since the list was read, under its filter. */
export function ListNews({ query: { filter, page }, since, isEmpty }: ListNewsProps) {
  const isFirstPage = !page.after && !page.before;
  return (
    <NewsPill
      key={since}
      since={since}
      filter={writeRecordingQuery({ filter, page: firstPage }).toString()}
      firstPage={isFirstPage ? null : pageHref({ filter, page }, "first")}
      isEmpty={isEmpty}
    />
  );
}
