// Listeners that are removed while they are told. Mended.
// bug: none
// calls: var b = new EventBusFixed(); b.subscribe("a", 1); b.publish("a");

import java.util.ArrayList;
import java.util.List;

public class EventBusFixed {
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
        for (Subscription each : new ArrayList<>(subscriptions)) {
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
