import type { HistoryEvent } from '~/api/history';
import { DeleteDialog } from './DeleteDialog';
import { NoteDialog } from './NoteDialog';
import { ReportDialog } from './ReportDialog';

export type OpenDialog =
  | { kind: 'note' | 'report'; event?: HistoryEvent }
  | { kind: 'delete'; event: HistoryEvent };

interface Props {
  open: OpenDialog;
  sites: string[];
  /** The site that the page shows. */
  site: string | undefined;
  onClose: () => void;
}

/** The dialogs of an event, which most visits do not need. */
export default function EventDialog({ open, sites, site, onClose }: Props) {
  switch (open.kind) {
    case 'note':
      return <NoteDialog event={open.event} onClose={onClose} />;
    case 'report':
      return <ReportDialog event={open.event} sites={sites} site={site} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog event={open.event} onClose={onClose} />;
  }
}
