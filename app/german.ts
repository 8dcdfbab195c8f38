import { access } from "@/components/access/texts.de";
import { auditLog } from "@/components/audit/texts.de";
import {
  recordingsDetail,
  recordingsLinks,
  recordingsSound,
  soundCustody,
} from "@/components/call/detail/texts.de";
import { call, callPanel } from "@/components/call/texts.de";
import { callingService } from "@/components/calling-service/texts.de";
import { campaigns, campaignsChoice, campaignsCompare } from "@/components/campaigns/texts.de";
import { coverage } from "@/components/coverage/texts.de";
import { customers, customersDetail } from "@/components/customers/texts.de";
import {
  deliveriesDetail,
  deliveriesLog,
  deliveriesReread,
} from "@/components/deliveries/texts.de";
import { exportForm, exportMenu } from "@/components/export/texts.de";
import { figures } from "@/components/figures/texts.de";
import { format, remarks } from "@/components/format/texts.de";
import { heard } from "@/components/heard/texts.de";
import { keyboard, keyboardHelp } from "@/components/keyboard/texts.de";
import { list } from "@/components/list/texts.de";
import { notes } from "@/components/notes/texts.de";
import { palette, paletteButton } from "@/components/palette/texts.de";
import { player, waveform } from "@/components/player/texts.de";
import { language, theme } from "@/components/preferences/texts.de";
import {
  filterBar,
  filterMenu,
  filterValues,
  heardCount,
  protectCalls,
  protectedFilter,
  recordingCounts,
  recordingFilters,
} from "@/components/recordings/filters/texts.de";
import {
  columnChooser,
  columnLabels,
  columnsMenu,
  copyLink,
  firstSteps,
  linkDialog,
  noMatch,
  recordingsSelection,
  recordingsState,
  recordingsStateMore,
  recordingsTable,
  recordingsTableMore,
} from "@/components/recordings/table/texts.de";
import { rehearsal } from "@/components/rehearsal/texts.de";
import { retention, retentionAudio } from "@/components/retention/texts.de";
import { samples } from "@/components/samples/texts.de";
import { savedViews, savedViewsPanel } from "@/components/saved-views/texts.de";
import { search, searchSuggestions } from "@/components/search/texts.de";
import { pageFault, shell } from "@/components/shell/texts.de";
import { timeline } from "@/components/timeline/texts.de";
import { bulkTranscripts, transcript } from "@/components/transcript/texts.de";
import { calendar, sortable, ui } from "@/components/ui/texts.de";
import { rowAudio, vocabulary, vocabularySettings } from "@/components/vocabulary/texts.de";
import { drift, firstContact, webhooks } from "@/components/webhooks/texts.de";
import { accessGate, accessMembers } from "@/lib/access/texts.de";
import { audioRoom, soundChecks } from "@/lib/audio/texts.de";
import { serviceConnection } from "@/lib/calling-service/texts.de";
import { campaignList } from "@/lib/campaigns/texts.de";
import { exportFile } from "@/lib/export/texts.de";
import { intake, intakeSecrets } from "@/lib/intake/texts.de";
import { notesRoom, review } from "@/lib/notes/texts.de";
import { sampleLoading } from "@/lib/samples/texts.de";
import { savedViewsRoom } from "@/lib/saved-views/texts.de";
import { vocabularyRoom } from "@/lib/vocabulary/texts.de";
import { answers, pages } from "./texts.de";

/** Every room in German, under the name that its English texts have. */
export const german = {
  access,
  accessGate,
  accessMembers,
  answers,
  audioRoom,
  soundChecks,
  auditLog,
  bulkTranscripts,
  calendar,
  call,
  callPanel,
  callingService,
  campaigns,
  campaignList,
  campaignsChoice,
  campaignsCompare,
  columnChooser,
  columnLabels,
  columnsMenu,
  copyLink,
  coverage,
  customers,
  customersDetail,
  deliveriesDetail,
  deliveriesLog,
  deliveriesReread,
  drift,
  exportForm,
  exportMenu,
  figures,
  filterBar,
  filterMenu,
  filterValues,
  firstContact,
  firstSteps,
  format,
  heard,
  heardCount,
  intake,
  intakeSecrets,
  keyboard,
  keyboardHelp,
  language,
  linkDialog,
  list,
  noMatch,
  notes,
  exportFile,
  notesRoom,
  pageFault,
  pages,
  palette,
  paletteButton,
  player,
  protectCalls,
  protectedFilter,
  recordingCounts,
  recordingFilters,
  recordingsDetail,
  recordingsLinks,
  recordingsSelection,
  recordingsSound,
  recordingsState,
  recordingsStateMore,
  recordingsTable,
  recordingsTableMore,
  rehearsal,
  remarks,
  retention,
  retentionAudio,
  review,
  rowAudio,
  sampleLoading,
  samples,
  savedViews,
  savedViewsPanel,
  savedViewsRoom,
  search,
  searchSuggestions,
  serviceConnection,
  shell,
  sortable,
  soundCustody,
  theme,
  timeline,
  transcript,
  ui,
  vocabulary,
  vocabularyRoom,
  vocabularySettings,
  waveform,
  webhooks,
};
