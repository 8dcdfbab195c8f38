import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { titled } from "@/app/texts.en";
import { ListAndCall } from "@/components/call/list-and-call";
import { MissedNotice } from "@/components/coverage/missed-notice";
import { describeGaps } from "@/components/coverage/word-gap";
import { ExportMenu } from "@/components/export/export-menu";
import { Figures } from "@/components/figures/figures";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { ListPaging } from "@/components/list/paging";
import { toFacetOptions } from "@/components/recordings/counts/facet-options";
import { ListCountsProvider } from "@/components/recordings/counts/list-counts";
import { paintFigures, paintTimeline } from "@/components/recordings/counts/paint-counts";
import { neighbourWords } from "@/components/recordings/filters/filter-choices";
import {
  listHref,
  otherParameters,
  pageHref,
  writtenFilterHref,
} from "@/components/recordings/list-href";
import {
  ListNews,
  RecordingsEmpty,
  RecordingsHeader,
} from "@/components/recordings/state/recordings-header";
import { RecordingsTable } from "@/components/recordings/table/recordings-table";
import { RememberList } from "@/components/recordings/table/scroll-restoration";
import { SampleNotice } from "@/components/samples/sample-slot";
import { type ViewActions, ViewsMenu } from "@/components/saved-views/views-menu";
import { SearchBox } from "@/components/search/search-box";
import { KeepPage } from "@/components/shell/page-fault";
import { Timeline } from "@/components/timeline/timeline";
import { requireViewer } from "@/lib/access/gate/gate";
import {
  countListProtection,
  fetchSoundsAgain,
  protectAudio,
  protectListSlice,
} from "@/lib/audio/actions";
import { loadIsQuotaReached, loadKeepsAudio } from "@/lib/audio/load";
import { acknowledge } from "@/lib/coverage/actions";
import { loadListGaps, loadTimelineGaps } from "@/lib/coverage/load";
import { loadRowsHeard } from "@/lib/heard/load";
import { revealWebhookUrl } from "@/lib/intake/actions";
import { acceptedAtOf } from "@/lib/intake/journal/sequence";
import { loadSecrets } from "@/lib/intake/load";
import { loadMarkNames, loadShownNotes } from "@/lib/notes/load";
import { firstPage } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery, writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import {
  parseTableView,
  readLastVisit,
  tableViewCookie,
  visitCookie,
} from "@/lib/recordings/filter/list-view";
import { loadKeptCounts, loadRecordingList, loadWatermark } from "@/lib/recordings/load";
import { loadSampleCalls, openSampleUrl, removeSampleData } from "@/lib/samples/actions";
import { loadHasSamples } from "@/lib/samples/load";
import {
  chooseDefaultView,
  chooseTeamDefaultView,
  deleteSavedView,
  renameSavedView,
  replaceSavedView,
  saveView,
  shareSavedView,
} from "@/lib/saved-views/actions";
import { loadViewNames } from "@/lib/saved-views/load";
import { toCanonicalQuery } from "@/lib/saved-views/store";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadHasTranscriber } from "@/lib/transcripts/load";
import { chooseSuccess } from "@/lib/vocabulary/actions";
import { loadSuccessStatuses, loadVocabulary } from "@/lib/vocabulary/load";
import { listMergedValues } from "@/lib/vocabulary/terms";
import { showCall } from "./actions";
import { bulkTranscriptActions, notesActions, OpenCall } from "./open-call";

export const generateMetadata = titled((t) => t.recordings.title);

export default async function RecordingsPage({ searchParams }: PageProps<"/recordings">) {
  const { unread, ...query } = parseRecordingQuery(toParameters(await searchParams));
  const { open } = query.page;
  const writtenHref = writtenFilterHref(query);
  if (writtenHref) redirect(writtenHref);
  const viewer = await requireViewer({ returnTo: listHref(query) });

  // The watermark is older than the rows, so that no call falls between them.
  const watermark = await loadWatermark();
  const [{ rows, after, before }, missed, vocabulary, hasSamples] = await Promise.all([
    loadRecordingList(query),
    loadListGaps(query.filter),
    loadVocabulary(),
    loadHasSamples(),
  ]);
  const isAdministrator = viewer.role === "administrator";
  const zone = { now: new Date(), timeZone: await viewerTimeZone() };
  const kept = await loadKeptCounts(query.filter, listMergedValues(vocabulary));
  const counts = kept && {
    options: kept.facets.then((facets) => toFacetOptions(facets, vocabulary)),
    timeline: kept.timeline.then(async (counted) => {
      if (!counted) return null;
      const gaps = await loadTimelineGaps(query.filter, counted);
      return paintTimeline(counted, vocabulary, describeGaps(gaps, vocabulary, zone));
    }),
    figures: Promise.all([kept.figures, kept.facets, loadSuccessStatuses()]).then(
      ([figures, facets, success]) => paintFigures(figures, facets, vocabulary, success),
    ),
  };
  const keepsAudio = await loadKeepsAudio();
  const names = await loadMarkNames(query.filter);
  const jar = await cookies();
  const view = parseTableView(jar.get(tableViewCookie)?.value);
  const heard = await loadRowsHeard(rows, query.page.columns ?? view.columns);
  const said = await loadShownNotes(rows, query.page.columns ?? view.columns);
  const nowMs = zone.now.getTime();
  const lastVisitMs = readLastVisit(jar.get(visitCookie)?.value, viewer.userId, nowMs);
  const current = toCanonicalQuery(query);
  const savedViews = {
    views: loadViewNames(current),
    current,
    actions: viewActions,
    isAdministrator,
  };

  const filterParameters = writeRecordingQuery({ ...query, page: firstPage }).toString();
  const given = { id: open, node: open ? <OpenCall id={open} query={query} /> : null };

  return (
    <KeepPage>
      <ListNavigation>
        <RememberList viewerId={viewer.userId} nowMs={nowMs} lastVisitMs={lastVisitMs} />
        <ListCountsProvider given={counts} parameters={filterParameters} madeAt={nowMs}>
          <ListAndCall given={given} show={showCall}>
            <RecordingsHeader
              query={query}
              unread={unread}
              views={<ViewsMenu {...savedViews} />}
              news={
                <ListNews
                  query={query}
                  watermark={watermark}
                  lastCallAt={watermark === "0" ? null : acceptedAtOf(BigInt(watermark))}
                  isEmpty={rows.length === 0}
                  now={zone.now}
                />
              }
              search={
                <SearchBox
                  q={query.filter.q}
                  others={otherParameters(query, ["q"])}
                  completion={{ timeZone: zone.timeZone }}
                />
              }
              exportMenu={<ExportMenu filter={otherParameters(query, ["limit", "show"])} />}
              vocabulary={vocabulary}
              names={names}
              view={view}
              transcribe={(await loadHasTranscriber()) ? bulkTranscriptActions : null}
              audio={keepsAudio ? { again: fetchSoundsAgain } : null}
              protection={
                keepsAudio ? { count: countListProtection, protect: protectListSlice } : null
              }
              {...zone}
            />
            <MissedNotice
              query={query}
              missed={missed}
              vocabulary={vocabulary}
              acknowledge={isAdministrator ? acknowledge : null}
              {...zone}
            />
            {hasSamples && rows.length > 0 ? (
              <SampleNotice remove={isAdministrator ? removeSampleData : null} />
            ) : null}
            <div className="@container border-line border-b">
              <div className="@5xl:flex">
                <Figures chooseSuccess={isAdministrator ? chooseSuccess : null} />
                <Timeline parameters={otherParameters(query, [])} />
              </div>
            </div>
            {rows.length > 0 ? (
              <RecordingsTable
                rows={rows}
                after={after}
                query={query}
                view={view}
                watermark={watermark}
                viewerId={viewer.userId}
                lastVisitMs={lastVisitMs}
                vocabulary={vocabulary}
                heard={heard}
                tagging={notesActions.tags}
                said={said}
                protect={keepsAudio ? protectAudio : undefined}
                isQuotaReached={keepsAudio && (await loadIsQuotaReached())}
                {...zone}
              />
            ) : (
              <RecordingsEmpty
                query={query}
                clock={zone}
                vocabulary={vocabulary}
                names={names}
                first={isAdministrator ? await loadFirstSteps() : null}
              />
            )}
            <ListPaging
              pageHref={(start) => pageHref(query, start)}
              after={after}
              before={before}
              words={neighbourWords[query.page.sort]}
            />
          </ListAndCall>
        </ListCountsProvider>
      </ListNavigation>
    </KeepPage>
  );
}

/** What an empty list offers to administrators. */
async function loadFirstSteps() {
  const secrets = await loadSecrets();
  return { secrets, reveal: revealWebhookUrl, loadSamples: loadSampleCalls, openSampleUrl };
}

const viewActions: ViewActions = {
  save: saveView,
  rename: renameSavedView,
  replace: replaceSavedView,
  share: shareSavedView,
  remove: deleteSavedView,
  chooseDefault: chooseDefaultView,
  chooseTeamDefault: chooseTeamDefaultView,
};
