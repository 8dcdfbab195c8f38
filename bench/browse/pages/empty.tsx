/** What the framework and the layout send by themselves. */
export default function EmptyPage() {
  return <main>Nothing</main>;
}
