import type { Feed, OpenedTopic } from '#src/contract/topics.ts'
import { feedOf, subscriptionsOf } from '#src/rules/feeds.ts'
import type { LiveSocket, SocketData } from './socket.ts'
import type { Topics } from './topics.ts'

/** All sockets without an open topic share it. */
export const NOTHING_OPEN: readonly OpenedTopic[] = []

/** The feeds of a socket: those of its identity, and of the topics that it opened and may receive. */
export const feedsOf = ({ identity, opened }: SocketData): Feed[] => [
  ...subscriptionsOf(identity).map(({ feed }) => feed),
  ...opened.flatMap((topic) => feedOf(topic, identity) ?? []),
]

/** Subscribes sockets to feeds, and ends it. */
export function createSubscriptions(topics: Topics) {
  function subscribe(ws: LiveSocket, feed: Feed): void {
    ws.subscribe(feed)
    topics.subscribe(feed)
  }

  return {
    /** Subscribes a socket to the feeds of its identity and of what it has open. */
    begin(ws: LiveSocket): void {
      for (const feed of feedsOf(ws.data)) subscribe(ws, feed)
    },
    /** Ends the subscriptions of a socket that stays open. */
    end(ws: LiveSocket): void {
      for (const feed of feedsOf(ws.data)) ws.unsubscribe(feed)
    },
    /** Frees the feeds of a socket. Its own subscriptions end with the socket. */
    free({ data }: LiveSocket): void {
      for (const feed of feedsOf(data)) topics.unsubscribe(feed)
    },
    /** Opens a topic, unless it is open. */
    open(ws: LiveSocket, topic: OpenedTopic, feed: Feed): void {
      if (ws.data.opened.includes(topic)) return
      ws.data.opened = [...ws.data.opened, topic]
      subscribe(ws, feed)
    },
    close(ws: LiveSocket, topic: OpenedTopic, feed: Feed): void {
      if (!ws.data.opened.includes(topic)) return
      ws.data.opened = ws.data.opened.filter((other) => other !== topic)
      ws.unsubscribe(feed)
      topics.unsubscribe(feed)
    },
  }
}
