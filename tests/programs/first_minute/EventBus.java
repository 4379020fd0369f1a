// Listeners that are removed while they are told.
// bug: 33 java.util.ConcurrentModificationException publish
// calls: var b = new EventBus(); b.subscribe("a", 1); b.publish("a");

import java.util.ArrayList;
import java.util.List;

public class EventBus {
    public static class Subscription {
        private final String topic;
        private int left;

        Subscription(String topic, int left) {
            this.topic = topic;
            this.left = left;
        }

        public int left() {
            return left;
        }
    }

    private final List<Subscription> subscriptions = new ArrayList<>();

    public Subscription subscribe(String topic, int times) {
        Subscription added = new Subscription(topic, times);
        subscriptions.add(added);
        return added;
    }

    public int publish(String topic) {
        int told = 0;
        for (Subscription each : subscriptions) {
            if (each.topic.equals(topic)) {
                told++;
                each.left--;
                if (each.left <= 0) {
                    subscriptions.remove(each);
                }
            }
        }
        return told;
    }

    public int size() {
        return subscriptions.size();
    }
}
