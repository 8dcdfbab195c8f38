import { tailId } from "./clear-tail";

/**
 * The room that the kept rows of a list will take once scripts run. It is there before anything is
 * drawn, so that a page that is loaded again stands still where it was.
 */
export function ListTail() {
  return (
    <>
      <div id={tailId} aria-hidden suppressHydrationWarning className="list-tail" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own, without values */}
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}

const script = `try{
const [at,height,y]=JSON.parse(sessionStorage.getItem("earshot-place-tail"));
const q=new URLSearchParams(location.search);q.delete("open");
const {type}=performance.getEntriesByType("navigation")[0];
if(type!=="navigate"&&at===location.pathname+"?"+q){
document.getElementById("${tailId}").style.height=height+"px";
scrollTo({top:y,behavior:"instant"})}
}catch{}`;
