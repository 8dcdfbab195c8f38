import * as access from "@/components/access/texts.de";
import * as audit from "@/components/audit/texts.de";
import * as callDetail from "@/components/call/detail/texts.de";
import * as call from "@/components/call/texts.de";
import * as callingService from "@/components/calling-service/texts.de";
import * as campaigns from "@/components/campaigns/texts.de";
import * as coverage from "@/components/coverage/texts.de";
import * as customers from "@/components/customers/texts.de";
import * as deliveries from "@/components/deliveries/texts.de";
import * as exporting from "@/components/export/texts.de";

import * as figures from "@/components/figures/texts.de";
import * as format from "@/components/format/texts.de";
import * as heard from "@/components/heard/texts.de";
import * as keyboard from "@/components/keyboard/texts.de";
import * as list from "@/components/list/texts.de";
import * as notes from "@/components/notes/texts.de";
import * as palette from "@/components/palette/texts.de";
import * as player from "@/components/player/texts.de";
import * as preferences from "@/components/preferences/texts.de";
import * as recordingsFilters from "@/components/recordings/filters/texts.de";
import * as recordingsTable from "@/components/recordings/table/texts.de";
import * as rehearsal from "@/components/rehearsal/texts.de";
import * as retention from "@/components/retention/texts.de";
import * as samples from "@/components/samples/texts.de";
import * as savedViews from "@/components/saved-views/texts.de";
import * as search from "@/components/search/texts.de";
import * as shell from "@/components/shell/texts.de";
import * as timeline from "@/components/timeline/texts.de";
import * as transcript from "@/components/transcript/texts.de";
import * as ui from "@/components/ui/texts.de";
import * as vocabulary from "@/components/vocabulary/texts.de";
import * as webhooks from "@/components/webhooks/texts.de";
import * as pages from "./texts.de";

/** Every room in German, under the name that its English texts have. */
export const german = {
  ...access,
  ...audit,
  ...callDetail,
  ...call,
  ...callingService,
  ...campaigns,
  ...coverage,
  ...customers,
  ...deliveries,
  ...exporting,
  ...figures,
  ...format,
  ...heard,
  ...keyboard,
  ...list,
  ...notes,
  ...palette,
  ...player,
  ...preferences,
  ...recordingsFilters,
  ...recordingsTable,
  ...rehearsal,
  ...retention,
  ...samples,
  ...savedViews,
  ...search,
  ...shell,
  ...timeline,
  ...transcript,
  ...ui,
  ...vocabulary,
  ...webhooks,
  ...pages,
};
