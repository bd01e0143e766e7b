export default function PlaceDialog(_: { contract: unknown; onClose: () => void }) {
  return null;
}
