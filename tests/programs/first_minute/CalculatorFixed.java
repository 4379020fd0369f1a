// Calculator, mended.
// bug: none
// calls: new CalculatorFixed("1+").evaluate();

public class CalculatorFixed {
    private final String text;
    private int position;

    public CalculatorFixed(String text) {
        this.text = text;
    }

    public int evaluate() {
        position = 0;
        int result = number();
        while (position < text.length()) {
            char operator = text.charAt(position);
            position++;
            if (operator == '+') {
                result += number();
            } else if (operator == '-') {
                result -= number();
            } else {
                throw new IllegalArgumentException("unexpected " + operator);
            }
        }
        return result;
    }

    private int number() {
        if (position >= text.length()) {
            throw new IllegalArgumentException("unexpected end");
        }
        char digit = text.charAt(position);
        if (digit < '0' || digit > '9') {
            throw new IllegalArgumentException("digit expected at " + position);
        }
        int value = 0;
        while (position < text.length() && Character.isDigit(text.charAt(position))) {
            value = value * 10 + (text.charAt(position) - '0');
            position++;
        }
        return value;
    }
}
