"""Limits on the messages of a websocket, and on the compressed files of the framework."""

from typing import Final

from components.limits.files import MEGABYTE
from components.limits.jobs import MOST_SENT_BYTES

#: Messages of a socket that are handled at once, before they are paced: a page that opens sends
#: three, a reader who presses a key again and again ten in a second. A rerun takes some 2.7 ms of
#: the event loop.
MESSAGES_AT_ONCE: Final = 20
#: Messages of a socket handled in a second after that: less than 3% of the event loop.
MESSAGES_A_SECOND: Final = 10
#: Messages of all sockets of a visitor that are handled at once: a class of sixty that opens a page
#: at the same moment behind one address.
VISITOR_MESSAGES_AT_ONCE: Final = 200
#: Messages of all sockets of a visitor handled in a second after that: a seventh of the event loop,
#: and more than a copy answers where each one runs a page.
VISITOR_MESSAGES_A_SECOND: Final = 50
#: Websockets that a visitor may have open: a tab has one, of some 0.15 MB. Readers behind a proxy
#: that does not name them are one visitor, and a copy carries fewer at once.
MOST_VISITOR_WEBSOCKETS: Final = 1_000
#: Queued messages that may be dropped for the last of them: a socket is read at 500 a second.
MOST_MERGED_MESSAGES: Final = 50
#: One message: all that the widgets of a page hold, with twice what a page may send over HTTP. The
#: server itself closes a websocket at 5 million bytes, before it has read them (``maxMessageSize``
#: in ``.streamlit/config.toml``).
MOST_MESSAGE_BYTES: Final = 2 * MOST_SENT_BYTES
#: One message to a reader: a lesson with all of its pictures has some 12 MB, and the same picture
#: may stand in many of its steps. It is the framework's own limit.
MOST_OUTGOING_BYTES: Final = 200_000_000
#: The framework's compressed files that are cached for the next reader; all are some 5 MB.
MOST_COMPRESSED_BYTES: Final = 16 * MEGABYTE
